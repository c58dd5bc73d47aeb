//! The published figures as charts.

use super::view::PublishedView;
use crate::chart::{Chart, Grid, Kind, Notation, Series, Value};
use crate::domain::condition::Condition;
use crate::domain::judge::Axis;
use crate::domain::published::{CodeQa, ConditionScores, Mcq, Published};
use crate::domain::task::TaskSet;

/// The charts of a view: one, or one per axis.
pub fn charts(published: &Published, set: TaskSet, view: PublishedView) -> Vec<Chart> {
    let code_qa = &published.code_qa;
    match view {
        PublishedView::Conditions => vec![conditions(code_qa, set)],
        PublishedView::Delta => vec![deltas(code_qa, set)],
        PublishedView::Axes => Axis::ALL.into_iter().enumerate().map(|(i, axis)| axes(code_qa, i, axis)).collect(),
        PublishedView::Categories => vec![categories(code_qa)],
        PublishedView::Repositories => vec![repositories(code_qa)],
        PublishedView::MultipleChoice => vec![multiple_choice(&published.mcq)],
    }
}

fn all_conditions() -> Vec<Series> {
    Condition::ALL.map(Series::of_condition).to_vec()
}

fn conditions(code_qa: &CodeQa, set: TaskSet) -> Chart {
    let rows = code_qa.scores(set);
    let value = |row: &ConditionScores, condition| {
        row.score(condition).map(|s| Value { mean: s.mean, interval: Some((s.ci[0], s.ci[1])), n: Some(row.tasks) })
    };
    Chart {
        title: format!("Score per model and condition on {} tasks, with 95 % intervals.", set.label()),
        measure: "Mean score, 0 to 1".into(),
        series: all_conditions(),
        notation: Notation::Score,
        kind: Kind::Bars(Grid {
            groups: rows.iter().map(|row| row.model.clone()).collect(),
            values: rows.iter().map(|row| Condition::ALL.map(|c| value(row, c)).to_vec()).collect(),
            range: (0.0, 1.0),
        }),
    }
}

fn deltas(code_qa: &CodeQa, set: TaskSet) -> Chart {
    let rows = code_qa.deltas(set);
    let grid = Grid {
        groups: rows.iter().map(|d| d.model.clone()).collect(),
        values: rows
            .iter()
            .map(|d| vec![Some(Value { mean: d.delta, interval: Some((d.ci[0], d.ci[1])), n: None })])
            .collect(),
        range: (-0.02, 0.02),
    };
    Chart {
        title: format!(
            "What documentation adds on {} tasks: documented − code-only, with 95 % intervals.",
            set.label()
        ),
        measure: "Difference of mean scores".into(),
        series: vec![Series::neutral("documented − code-only", 0)],
        notation: Notation::Delta,
        kind: Kind::Dots { grid, reference: Some(0.0) },
    }
}

fn axes(code_qa: &CodeQa, place: usize, axis: Axis) -> Chart {
    let models = code_qa.axis_models();
    let value = |model: &str, condition| code_qa.axes(model, condition).map(|axes| Value::bare(axes[place]));
    Chart {
        title: format!("Mean {} on doc-dependent tasks.", axis.id()),
        measure: format!("Mean {}, 0 to 5", axis.id()),
        series: all_conditions(),
        notation: Notation::Axis,
        kind: Kind::Bars(Grid {
            groups: models.iter().map(|m| (*m).to_owned()).collect(),
            values: models.iter().map(|m| Condition::ALL.map(|c| value(m, c)).to_vec()).collect(),
            range: (0.0, 5.0),
        }),
    }
}

fn categories(code_qa: &CodeQa) -> Chart {
    let rows = &code_qa.category_scores.rows;
    Chart {
        title: "Score per category and condition on code-derivable tasks, pooled over the models.".into(),
        measure: "Mean score, 0 to 1; the stronger the shade, the higher".into(),
        series: all_conditions(),
        notation: Notation::Score,
        kind: Kind::Heat(Grid::fitted(
            rows.iter().map(|row| row.category.id().into()).collect(),
            rows.iter().map(|row| Condition::ALL.map(|c| Some(Value::bare(row.score(c)))).to_vec()).collect(),
        )),
    }
}

fn repositories(code_qa: &CodeQa) -> Chart {
    let rows = code_qa.by_repository();
    let models = code_qa.repository_scores.models.iter().enumerate();
    Chart {
        title: "Code-only score per repository and model, largest repository first.".into(),
        measure: "Mean score, 0 to 1; the stronger the shade, the higher".into(),
        series: models.map(|(i, name)| Series::neutral(name.clone(), i)).collect(),
        notation: Notation::Score,
        kind: Kind::Heat(Grid::fitted(
            rows.iter().map(|row| row.0.to_owned()).collect(),
            rows.iter().map(|(_, scores)| scores.iter().map(|s| Some(Value::bare(*s))).collect()).collect(),
        )),
    }
}

fn multiple_choice(mcq: &Mcq) -> Chart {
    let rows = mcq.rows();
    let grid = Grid {
        groups: rows.iter().map(|row| row.model.clone()).collect(),
        values: rows
            .iter()
            .map(|row| [row.declaration_and_call, row.interacting_entities].map(|v| Some(Value::bare(v))).to_vec())
            .collect(),
        range: (0.0, 1.0),
    };
    Chart {
        title: "Accuracy on multiple-choice questions, the right chunks given (oracle).".into(),
        measure: "Accuracy, 0 to 1".into(),
        series: vec![Series::neutral("declaration and call", 0), Series::neutral("interacting entities", 3)],
        notation: Notation::Score,
        kind: Kind::Dots { grid, reference: None },
    }
}
