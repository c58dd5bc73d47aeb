use proptest::prelude::*;

use super::super::super::spec::{
    Axis, Chart, Grid, Histogram, Kind, Notation, Point, Scatter, Series, Tail, Threshold, Value,
};
use super::super::Layout;
use super::{check, samples};

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..samples::NAMES.len()).prop_map(|at| samples::NAMES[at].to_owned()),
        "[a-zA-Z0-9 ./_-]{1,60}".prop_map(|text| text.trim().to_owned()),
        "\\PC{1,30}".prop_map(|text| text.trim().to_owned()),
    ]
    .prop_filter("a name has something to show", |name| name.chars().any(char::is_alphanumeric) && !name.contains('…'))
}

fn value() -> impl Strategy<Value = Option<Value>> {
    let ends = prop::option::weighted(0.7, (0.0..0.2, 0.0..0.2));
    let some = (-0.5..1.5, ends).prop_map(|(mean, ends): (f64, Option<(f64, f64)>)| {
        Some(Value { mean, interval: ends.map(|(a, b)| (mean - a, mean + b)), n: Some(7) })
    });
    prop_oneof![1 => Just(None), 6 => some]
}

fn series(most: usize) -> impl Strategy<Value = Vec<Series>> {
    prop::collection::vec(name(), 1..=most)
        .prop_map(|names| names.into_iter().enumerate().map(|(i, name)| Series::neutral(name, i)).collect())
}

fn grid(groups: usize) -> impl Strategy<Value = Grid> {
    prop::collection::vec((name(), prop::collection::vec(value(), 12)), 1..=groups).prop_map(|rows| {
        let (groups, values) = rows.into_iter().unzip();
        Grid { groups, values, range: (0.0, 1.0) }
    })
}

fn kind() -> impl Strategy<Value = Kind> {
    let score = || prop::option::weighted(0.9, (0..=15).prop_map(|i| f64::from(i) / 15.0));
    let point = (name(), 0..12_usize, score(), score()).prop_map(|(name, series, x, y)| Point { name, series, x, y });
    let scatter = (prop::collection::vec(point, 0..60), name(), 0.0..1.0, any::<bool>()).prop_map(
        |(points, name, at, has_lines)| {
            let axis = |name: &str| Axis { name: name.into(), range: (0.0, 1.0) };
            Kind::Scatter(Scatter {
                x: axis("closed-book score"),
                y: axis(&name),
                points,
                threshold: has_lines.then_some(Threshold { at, name }),
                diagonal: has_lines.then(|| "On the diagonal both are equal.".to_owned()),
            })
        },
    );
    let counts = (1..30_usize).prop_flat_map(|bins| {
        let some = prop::collection::vec(0..50_usize, bins);
        prop::collection::vec(prop_oneof![1 => Just(Vec::new()), 5 => some], 12)
    });
    let tail = (name(), 0.0..=1.0, prop::collection::vec(prop::option::of(0.0..=1.0), 12))
        .prop_map(|(name, at, shares)| Tail { name, at, shares });
    let tails = prop::collection::vec(tail, 0..3);
    prop_oneof![
        grid(12).prop_map(Kind::Bars),
        (grid(12), prop::option::of(-1.0..1.0)).prop_map(|(grid, reference)| Kind::Dots { grid, reference }),
        grid(12).prop_map(Kind::Heat),
        (counts, tails).prop_map(|(counts, tails)| Kind::Histogram(Histogram::of_scores(counts, tails))),
        scatter,
    ]
}

fn chart() -> impl Strategy<Value = Chart> {
    let notation = prop_oneof![Just(Notation::Score), Just(Notation::Delta), Just(Notation::Axis)];
    (kind(), series(12), name(), name(), notation).prop_map(|(kind, mut series, title, measure, notation)| {
        if !matches!(kind, Kind::Heat(_) | Kind::Scatter(_) | Kind::Histogram(_)) {
            series.truncate(4);
        }
        Chart { title, measure, series, notation, kind }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_chart_fits_any_width(chart in chart(), width in 320.0..1900.0_f64) {
        let layout = check(&chart, width);
        prop_assert!(layout.height.is_finite() && layout.height > 0.0);
    }

    #[test]
    fn no_width_is_too_narrow(chart in chart(), width in -10.0..320.0_f64) {
        let layout = Layout::of(&chart, width);
        prop_assert!(layout.width >= 240.0 && layout.height.is_finite());
    }
}
