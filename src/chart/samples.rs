//! Charts for tests: real names, short and long, and a gap here and there.

use super::spec::*;
use crate::domain::condition::Condition;

pub(super) const NAMES: [&str; 12] = [
    "Claude Opus 4.6",
    "DeepSeek-V4-Pro",
    "Kimi-K2.6",
    "openai/gpt-5.1-codex-mini-high-reasoning",
    "Llama-3.3-70B-Instruct",
    "gpt-oss-20b (medium)",
    "DeepSeek-R1-Distill-Qwen-1.5B",
    "bm25-extract (offline baseline)",
    "accounts/fireworks/models/qwen3-235b-a22b-instruct-2507",
    "SmolLM2-360M-Instruct",
    "gemma-3-4b-it",
    "Phi-4-Mini-Reasoning",
];

pub(super) fn names(count: usize) -> Vec<String> {
    NAMES[..count].iter().map(|n| n.to_string()).collect()
}

/// One to four conditions; the fourth is one that there may be.
pub(super) fn conditions(count: usize) -> Vec<Series> {
    let all = Condition::ALL.map(Series::of_condition).into_iter().chain([Series::neutral("obfuscated", 0)]);
    all.take(count).collect()
}

pub(super) fn models(count: usize) -> Vec<Series> {
    names(count).into_iter().enumerate().map(|(i, name)| Series::neutral(name, i)).collect()
}

fn grid(groups: Vec<String>, series: usize) -> Grid {
    let value = |g: usize, s: usize| {
        let mean = 0.3 + 0.22 * s as f64 + 0.01 * g as f64;
        (g + s != 4).then_some(Value { mean, interval: Some((mean - 0.02, mean + 0.02)), n: Some(528) })
    };
    let values = (0..groups.len()).map(|g| (0..series).map(|s| value(g, s)).collect()).collect();
    Grid { groups, values, range: (0.0, 1.0) }
}

pub(super) fn bars(models: usize, series: usize) -> Chart {
    Chart {
        title: "Score per model and condition, with 95 % intervals.".into(),
        measure: "Mean score, 0 to 1".into(),
        series: conditions(series),
        notation: Notation::Score,
        kind: Kind::Bars(grid(names(models), series)),
    }
}

pub(super) fn deltas(models: usize) -> Chart {
    let value = |g: usize| {
        let mean = 0.09 - 0.015 * g as f64;
        Some(Value { mean, interval: Some((mean - 0.03, mean + 0.03)), n: None })
    };
    let values = (0..models).map(|g| vec![value(g)]).collect();
    Chart {
        title: "What documentation adds.".into(),
        measure: "Difference of mean scores".into(),
        series: vec![Series::neutral("documented − code-only", 0)],
        notation: Notation::Delta,
        kind: Kind::Dots { grid: Grid { groups: names(models), values, range: (0.0, 0.0) }, reference: Some(0.0) },
    }
}

pub(super) fn dots(models: usize, series: usize) -> Chart {
    Chart { kind: Kind::Dots { grid: grid(names(models), series), reference: None }, ..bars(models, series) }
}

pub(super) fn heat(models: usize, rows: usize) -> Chart {
    let repositories = ["django", "scikit-learn", "a-repository-with-quite-a-long-name", "xarray"];
    let groups: Vec<String> = (0..rows).map(|i| repositories[i % 4].to_owned()).collect();
    let mut grid = grid(groups, models);
    grid.values.iter_mut().flatten().flatten().for_each(|value| value.mean = value.mean.fract());
    Chart {
        title: "Code-only score per repository.".into(),
        series: self::models(models),
        kind: Kind::Heat(grid),
        ..bars(1, 1)
    }
}

pub(super) fn histogram(series: usize) -> Chart {
    let counts = |s: usize| (0..20).map(|bin| if s == 2 { 0 } else { (bin * (s + 3)) % 7 }).collect();
    let share = |s: usize| (s != 2).then_some(0.1 + 0.05 * s as f64);
    let tail = |name: &str, at| Tail { name: name.into(), at, shares: (0..series).map(share).collect() };
    let tails = vec![tail("< 0.70", 0.70), tail("≥ 0.95", 0.95)];
    Chart {
        title: "Distribution of scores per condition.".into(),
        measure: "Share of the samples by score, 0 to 1".into(),
        series: if series <= 4 { conditions(series) } else { models(series) },
        kind: Kind::Histogram(Histogram::of_scores((0..series).map(counts).collect(), tails)),
        ..bars(1, 1)
    }
}

pub(super) fn scatter(models: usize, points: usize) -> Chart {
    let level = |i: usize| (i % 16) as f64 / 15.0;
    let point = |i: usize| Point {
        name: format!("task-{i}"),
        series: i % models.max(1),
        x: Some(level(i * 7 + i / 5 + 15)).filter(|_| i != 4).map(|x| if i == 3 { 4.0 / 15.0 } else { x }),
        y: Some(level(i * 11 + 16 * i)),
    };
    Chart {
        title: "What a model remembers against what it reads.".into(),
        measure: "Scores of a task, 0 to 1".into(),
        series: self::models(models),
        kind: Kind::Scatter(Scatter {
            x: Axis { name: "closed-book score".into(), range: (0.0, 1.0) },
            y: Axis { name: "code-only score".into(), range: (0.0, 1.0) },
            points: (0..points).map(point).collect(),
            threshold: Some(Threshold { at: 0.7, name: "0.7: from here on possibly contaminated".into() }),
            diagonal: Some("On the diagonal both scores are equal.".into()),
        }),
        ..bars(1, 1)
    }
}

/// A chart of one group with this name.
pub(super) fn named(name: &str) -> Chart {
    Chart { kind: Kind::Bars(grid(vec![name.into()], 3)), ..bars(1, 3) }
}

/// One chart of each kind, small.
pub(super) fn all(models: usize) -> [(&'static str, Chart); 5] {
    [
        ("bars", bars(models, 3)),
        ("dots", deltas(models)),
        ("heat", heat(models, 3)),
        ("histogram", histogram(models.min(4))),
        ("scatter", scatter(models, 12)),
    ]
}
