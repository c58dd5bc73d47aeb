use super::super::spec::{Notation, Series, Value};
use super::*;
use crate::domain::condition::Condition;

const NAMES: [&str; 12] = [
    "Claude Opus 4.6",
    "DeepSeek-V4-Pro",
    "Kimi-K2.6",
    "Gemini-3.1-Pro",
    "Llama-3.3-70B-Instruct",
    "gpt-oss-20b (medium)",
    "DeepSeek-R1-Distill-Qwen-1.5B",
    "bm25-extract (offline baseline)",
    "Qwen3-4B-Thinking",
    "SmolLM2-360M-Instruct",
    "gemma-3-4b-it",
    "Phi-4-Mini-Reasoning",
];

fn bars(models: usize) -> Chart {
    let value = |g: usize, s: usize| {
        let mean = 0.3 + 0.22 * s as f64 + 0.01 * g as f64;
        (g + s != 4).then_some(Value { mean, interval: Some((mean - 0.02, mean + 0.02)), n: Some(528) })
    };
    Chart {
        kind: Kind::Bars,
        measure: "mean score".into(),
        groups: NAMES[..models].iter().map(|n| n.to_string()).collect(),
        series: Condition::ALL.map(Series::of_condition).to_vec(),
        values: (0..models).map(|g| (0..3).map(|s| value(g, s)).collect()).collect(),
        range: (0.0, 1.0),
        notation: Notation::Score,
    }
}

fn deltas(models: usize) -> Chart {
    let value = |g: usize| {
        let mean = 0.09 - 0.015 * g as f64;
        Some(Value { mean, interval: Some((mean - 0.03, mean + 0.03)), n: None })
    };
    Chart {
        kind: Kind::Dots { reference: Some(0.0) },
        series: vec![Series::neutral("documentation delta", 0)],
        values: (0..models).map(|g| vec![value(g)]).collect(),
        range: (0.0, 0.0),
        notation: Notation::Delta,
        ..bars(models)
    }
}

/// Every name and axis figure is there, within the width, and no two labels overlap.
fn check(chart: &Chart, width: f64) -> Layout {
    let layout = Layout::of(chart, width);
    for name in &chart.groups {
        let is_name = |l: &&Label| l.role == Role::Group && name.starts_with(l.text.trim_end_matches('…'));
        assert!(layout.labels.iter().any(|l| is_name(&l)), "{name} is missing at {width}");
    }
    assert!(layout.labels.iter().filter(|l| l.role == Role::Tick).count() >= 2, "axis at {width}");
    for (i, a) in layout.labels.iter().enumerate() {
        assert!(a.place.left >= -0.5 && a.place.right <= width + 0.5, "{a:?} leaves {width}");
        for b in &layout.labels[i + 1..] {
            assert!(!a.place.overlaps(&b.place), "at {width}: {a:?} over {b:?}");
        }
    }
    layout
}

#[test]
fn labels_never_overlap() {
    for models in [1, 4, 12] {
        for width in [320.0, 360.0, 480.0, 640.0, 768.0, 1024.0, 1200.0, 1920.0] {
            check(&bars(models), width);
            check(&deltas(models), width);
        }
    }
}

#[test]
fn wide_charts_have_columns_and_narrow_ones_rows() {
    assert_eq!(check(&bars(4), 1200.0).orientation, Orientation::Columns);
    assert_eq!(check(&bars(4), 320.0).orientation, Orientation::Rows);
    assert_eq!(check(&bars(12), 1200.0).orientation, Orientation::Rows, "names too long for columns");
    assert_eq!(check(&deltas(4), 1200.0).orientation, Orientation::Rows);
}

#[test]
fn a_missing_value_has_no_mark() {
    let layout = Layout::of(&bars(4), 1200.0);
    assert_eq!(layout.marks.len(), 10);
    assert!(!layout.marks.iter().any(|m| m.group + m.series == 4));
}

#[test]
fn marks_are_found_under_the_pointer() {
    for width in [320.0, 1200.0] {
        let layout = Layout::of(&bars(4), width);
        for mark in &layout.marks {
            let (x, y) = ((mark.place.left + mark.place.right) / 2.0, (mark.place.top + mark.place.bottom) / 2.0);
            assert_eq!(layout.mark_at(x, y), Some(mark));
        }
        assert_eq!(layout.mark_at(-50.0, -50.0), None);
    }
}

#[test]
fn zero_is_on_the_axis_of_differences() {
    let layout = Layout::of(&deltas(12), 800.0);
    let zero = layout.ticks.iter().find(|t| t.value.abs() < 1e-9).map(|t| t.at);
    assert!(zero.is_some() && layout.reference.zip(zero).is_some_and(|(a, b)| (a - b).abs() < 0.5));
}

#[test]
fn an_empty_chart_is_laid_out() {
    let layout = Layout::of(&Chart { groups: vec![], values: vec![], ..bars(1) }, 360.0);
    assert!(layout.marks.is_empty() && layout.height > 0.0);
}
