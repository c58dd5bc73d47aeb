mod properties;

use super::super::samples;
use super::super::spec::{Grid, Value};
use super::super::text;
use super::*;

/// The text of a role, its lines put together, without what breaking and cutting put in or took away.
fn written(layout: &Layout, role: Role) -> String {
    let lines = layout.labels.iter().filter(|label| label.role == role).map(|label| label.text.as_str());
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace() && *c != '…').collect()
}

fn bare(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Every group and series has its name, whole or begun, once or more.
fn check_names(chart: &Chart, layout: &Layout, is_whole: bool) {
    let is_named = |role: Role, name: &str| {
        let (written, bare) = (written(layout, role), bare(name));
        !written.is_empty() && (bare.starts_with(&written) || written.starts_with(&bare)) || bare.is_empty()
    };
    for (group, name) in chart.grid().map_or(&[][..], |grid| &grid.groups).iter().enumerate() {
        assert!(is_named(Role::Group(group), name), "{name} is missing at {}", layout.width);
    }
    for (series, of) in chart.series.iter().enumerate().filter(|_| is_whole || !chart.needs_legend()) {
        assert!(is_named(Role::Series(series), &of.name), "{} is missing at {}", of.name, layout.width);
    }
}

/// No label leaves the canvas, and no two overlap; nor does a mark leave it.
fn check_boxes(layout: &Layout) {
    let canvas = Rect { left: -0.5, top: -0.5, right: layout.width + 0.5, bottom: layout.height + 0.5 };
    let holds = |place: &Rect| canvas.holds(place.left, place.top, 0.0) && canvas.holds(place.right, place.bottom, 0.0);
    for (i, a) in layout.labels.iter().enumerate() {
        assert!(holds(&a.place), "{a:?} leaves {} × {}", layout.width, layout.height);
        let room = a.place.right - a.place.left + 1e-6;
        assert!(text::width(&a.text, a.role.size()) <= room, "{a:?} is wider than its box");
        for b in &layout.labels[i + 1..] {
            assert!(!a.place.overlaps(&b.place), "at {}: {a:?} over {b:?}", layout.width);
        }
    }
    for mark in &layout.marks {
        assert!(holds(&mark.place), "{mark:?} leaves {} × {}", layout.width, layout.height);
    }
}

/// Lays a chart out for the page and as a picture, and checks both; gives the first.
fn check(chart: &Chart, width: f64) -> Layout {
    let (page, whole) = (Layout::of(chart, width), Layout::whole(chart, width));
    check_names(chart, &page, false);
    check_names(chart, &whole, true);
    check_boxes(&page);
    check_boxes(&whole);
    page
}

const WIDTHS: [f64; 9] = [320.0, 360.0, 480.0, 640.0, 768.0, 1024.0, 1200.0, 1600.0, 1900.0];

#[test]
fn no_label_is_lost_or_hidden() {
    for width in WIDTHS {
        for models in 1..=12 {
            for series in 1..=4 {
                check(&samples::bars(models, series), width);
                check(&samples::dots(models, series), width);
            }
            check(&samples::deltas(models), width);
            check(&samples::heat(models, 10), width);
            check(&samples::histogram(models), width);
            check(&samples::scatter(models, 200), width);
        }
    }
}

/// Whether values run upwards.
fn stands(layout: &Layout) -> bool {
    layout.marks.iter().any(|mark| mark.interval.is_some_and(|ends| (ends.from.0 - ends.to.0).abs() < 0.1))
}

#[test]
fn wide_charts_have_columns_and_narrow_ones_rows() {
    assert!(stands(&check(&samples::bars(2, 3), 1200.0)));
    assert!(!stands(&check(&samples::bars(2, 3), 320.0)));
    assert!(!stands(&check(&samples::bars(12, 3), 1200.0)), "names too long for columns");
    assert!(!stands(&check(&samples::deltas(4), 1200.0)));
}

#[test]
fn a_missing_value_is_said_to_be_missing() {
    for chart in [samples::bars(4, 3), samples::dots(4, 3), samples::heat(3, 4)] {
        for width in [320.0, 1200.0] {
            let layout = check(&chart, width);
            let missing: Vec<Key> =
                layout.marks.iter().filter(|mark| mark.shape == Shape::Missing).map(|mark| mark.key).collect();
            assert_eq!(missing, [Key { group: 2, series: 2 }, Key { group: 3, series: 1 }], "at {width}");
            let words = layout.labels.iter().filter(|label| label.role == Role::Value && label.text.contains("value"));
            assert_eq!(words.count(), 2);
        }
    }
    let layout = check(&samples::histogram(3), 900.0);
    assert_eq!(layout.marks.iter().filter(|mark| mark.shape == Shape::Missing).count(), 1);
    let notes = written(&check(&samples::scatter(2, 30), 900.0), Role::Note);
    assert!(notes.contains("1pointisnotshown"), "{notes}");
}

#[test]
fn marks_are_found_under_the_pointer() {
    for (name, chart) in samples::all(4) {
        for width in [320.0, 1200.0] {
            let layout = Layout::of(&chart, width);
            for (index, mark) in layout.marks.iter().enumerate() {
                let (x, y) = mark.place.centre();
                assert_eq!(layout.mark_at(x, y), Some(index), "{name} at {width}");
            }
            assert_eq!(layout.mark_at(-50.0, -50.0), None);
        }
    }
}

#[test]
fn points_of_equal_values_do_not_hide_each_other() {
    let mut chart = samples::scatter(1, 120);
    let Kind::Scatter(scatter) = &mut chart.kind else { panic!("scatter") };
    scatter.points.iter_mut().for_each(|point| (point.x, point.y) = (Some(1.0), Some(1.0)));
    let layout = check(&chart, 360.0);
    let mut centres: Vec<_> = layout.marks.iter().map(|mark| mark.place.centre()).collect();
    centres.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    centres.dedup();
    assert!(centres.len() > 60, "{} of 120 are apart", centres.len());
}

#[test]
fn zero_is_on_the_axis_of_differences() {
    let layout = Layout::of(&samples::deltas(12), 800.0);
    let zero =
        layout.labels.iter().find(|label| label.role == Role::Tick && label.text.trim_matches(['0', '.']).is_empty());
    let line = layout.rules.iter().find(|rule| rule.tone == Tone::Reference).map(|rule| rule.from.0);
    let at = zero.map(|label| label.place.centre().0);
    assert!(at.zip(line).is_some_and(|(a, b)| (a - b).abs() < 0.5), "{at:?} and {line:?}");
}

#[test]
fn empty_charts_are_laid_out() {
    for (name, chart) in samples::all(4) {
        let mut chart = Chart { series: Vec::new(), ..chart };
        check(&chart, 360.0);
        match &mut chart.kind {
            Kind::Bars(grid) | Kind::Heat(grid) | Kind::Dots { grid, .. } => *grid = Grid::default(),
            Kind::Histogram(histogram) => *histogram = crate::chart::Histogram::default(),
            Kind::Scatter(scatter) => scatter.points.clear(),
        }
        assert!(chart.is_empty(), "{name}");
        check(&chart, 360.0);
    }
    let only_gaps = Grid { groups: samples::names(2), values: vec![vec![None]; 2], range: (0.0, 1.0) };
    check(&Chart { kind: Kind::Heat(only_gaps), ..samples::bars(2, 1) }, 360.0);
    let one = Grid { groups: vec![String::new()], values: vec![vec![Some(Value::bare(0.0))]], range: (0.0, 0.0) };
    check(&Chart { kind: Kind::Bars(one), ..samples::bars(1, 1) }, 360.0);
}
