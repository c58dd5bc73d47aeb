use super::super::super::samples;
use super::super::super::spec::Fill;
use super::super::super::text;
use super::*;

/// A text of the document, with the box that it fills.
struct Text {
    words: String,
    left: f64,
    right: f64,
    middle: f64,
    size: f64,
}

fn attribute(tag: &str, name: &str) -> String {
    let rest = tag.split_once(&format!(" {name}=\"")).map(|(_, rest)| rest).unwrap_or_default();
    rest.split('"').next().unwrap_or_default().to_owned()
}

fn number(tag: &str, name: &str) -> f64 {
    attribute(tag, name).parse().unwrap_or_else(|_| panic!("{name} of {tag}"))
}

fn texts(svg: &str) -> Vec<Text> {
    let found = svg.split("<text").skip(1).map(|part| {
        let (tag, rest) = part.split_once('>').unwrap();
        let words = rest.split("</text>").next().unwrap().trim().replace("&lt;", "<").replace("&amp;", "&");
        let (x, size) = (number(tag, "x"), number(tag, "font-size"));
        let width = text::width(&words, size);
        let left = match attribute(tag, "text-anchor").as_str() {
            "start" => x,
            "middle" => x - width / 2.0,
            "end" => x - width,
            other => panic!("{other}"),
        };
        Text { words, left, right: left + width, middle: number(tag, "y"), size }
    });
    found.collect()
}

/// Every text lies within the document and none over another, to the rounding of coordinates.
fn check(chart: &Chart, width: f64) -> String {
    let svg = to_svg(chart, width, &Palette::LIGHT);
    let head = svg.split('>').next().unwrap();
    let (width, height) = (number(head, "width"), number(head, "height"));
    let texts = texts(&svg);
    assert!(texts.len() > 5);
    for (i, a) in texts.iter().enumerate() {
        assert!(a.left >= -1.0 && a.right <= width + 1.0, "{:?} at {} to {} of {width}", a.words, a.left, a.right);
        assert!(a.middle >= a.size / 2.0 && a.middle <= height - a.size / 2.0, "{:?}", a.words);
        for b in &texts[i + 1..] {
            let is_apart = a.right <= b.left + 1.0
                || b.right <= a.left + 1.0
                || (a.middle - b.middle).abs() >= (a.size + b.size) * 0.5 - 1.0;
            assert!(is_apart, "{:?} over {:?} at {width}", a.words, b.words);
        }
    }
    svg
}

#[test]
fn texts_never_overlap() {
    for models in [1, 4, 12] {
        for width in [320.0, 960.0, 1900.0] {
            for (_, chart) in samples::all(models) {
                check(&chart, width);
            }
        }
    }
}

#[test]
fn every_name_and_value_is_drawn() {
    let mut chart = samples::bars(2, 3);
    let crate::chart::Kind::Bars(grid) = &mut chart.kind else { panic!("bars") };
    grid.groups[0] = "Kimi <K2> & co".into();
    for width in [320.0, 1200.0] {
        for palette in [Palette::LIGHT, Palette::DARK] {
            let svg = to_svg(&chart, width, &palette);
            for text in ["Kimi &lt;K2&gt; &amp; co", "DeepSeek-V4-Pro", "0.520", "1.0", "closed-book", "Mean score"] {
                assert!(svg.contains(text), "{text} is missing at {width}");
            }
            assert!(
                svg.contains("<title>Score per model and condition, with 95 % intervals.</title>\n<desc>Bar chart.")
            );
            assert!(svg.contains("system-ui") && svg.trim_end().ends_with("</svg>"));
        }
    }
}

#[test]
fn documents() {
    for (name, mut chart) in samples::all(1) {
        // The hatching of twenty bins is much to read.
        chart.series.iter_mut().filter(|_| name == "histogram").for_each(|series| series.fill = Fill::Solid);
        insta::assert_snapshot!(name, check(&chart, 480.0));
    }
}
