//! The published figures as charts.

use super::view::PublishedView;
use crate::chart::{Chart, Kind, Notation, Series, Value};
use crate::domain::condition::Condition;
use crate::domain::judge::Axis;
use crate::domain::published::{CodeQa, Mcq, Published};
use crate::domain::task::TaskSet;

/// A chart with the sentence above it.
pub struct Titled {
    /// What it shows.
    pub title: String,
    /// The chart.
    pub chart: Chart,
}

/// The charts of a view: one, or one per axis.
pub fn charts(published: &Published, set: TaskSet, view: PublishedView) -> Vec<Titled> {
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

fn bars(measure: &str, groups: Vec<String>, values: Vec<Vec<Option<Value>>>) -> Chart {
    Chart {
        kind: Kind::Bars,
        measure: measure.into(),
        groups,
        series: Condition::ALL.map(Series::of_condition).to_vec(),
        values,
        range: (0.0, 1.0),
        notation: Notation::Score,
    }
}

fn conditions(code_qa: &CodeQa, set: TaskSet) -> Titled {
    let rows = code_qa.scores(set);
    let value = |row: &crate::domain::published::ConditionScores, condition| {
        row.score(condition).map(|s| Value { mean: s.mean, interval: Some((s.ci[0], s.ci[1])), n: Some(row.tasks) })
    };
    let values = rows.iter().map(|row| Condition::ALL.map(|c| value(row, c)).to_vec()).collect();
    let groups = rows.iter().map(|row| row.model.clone()).collect();
    Titled {
        title: format!("Score per model and condition on {} tasks, with 95 % intervals.", set.label()),
        chart: bars("Mean score, 0 to 1", groups, values),
    }
}

fn deltas(code_qa: &CodeQa, set: TaskSet) -> Titled {
    let rows = code_qa.deltas(set);
    let value = |d: &&crate::domain::published::PublishedDelta| {
        vec![Some(Value { mean: d.delta, interval: Some((d.ci[0], d.ci[1])), n: None })]
    };
    Titled {
        title: format!(
            "What documentation adds on {} tasks: documented − code-only, with 95 % intervals.",
            set.label()
        ),
        chart: Chart {
            kind: Kind::Dots { reference: Some(0.0) },
            groups: rows.iter().map(|d| d.model.clone()).collect(),
            series: vec![Series::neutral("documented − code-only", 0)],
            values: rows.iter().map(value).collect(),
            range: (-0.02, 0.02),
            notation: Notation::Delta,
            ..bars("Difference of mean scores", vec![], vec![])
        },
    }
}

fn axes(code_qa: &CodeQa, place: usize, axis: Axis) -> Titled {
    let models = code_qa.axis_models();
    let value = |model: &str, condition| code_qa.axes(model, condition).map(|axes| Value::bare(axes[place]));
    let values = models.iter().map(|m| Condition::ALL.map(|c| value(m, c)).to_vec()).collect();
    let groups = models.iter().map(|m| (*m).to_owned()).collect();
    Titled {
        title: format!("Mean {} on doc-dependent tasks.", axis.id()),
        chart: Chart {
            range: (0.0, 5.0),
            notation: Notation::Axis,
            ..bars(&format!("Mean {}, 0 to 5", axis.id()), groups, values)
        },
    }
}

fn categories(code_qa: &CodeQa) -> Titled {
    let rows = &code_qa.category_scores.rows;
    let values = rows.iter().map(|row| Condition::ALL.map(|c| Some(Value::bare(row.score(c)))).to_vec()).collect();
    Titled {
        title: "Score per category on code-derivable tasks, pooled over the models.".into(),
        chart: bars("Mean score, 0 to 1", rows.iter().map(|row| row.category.id().into()).collect(), values),
    }
}

fn repositories(code_qa: &CodeQa) -> Titled {
    let rows = code_qa.by_repository();
    let models = code_qa.repository_scores.models.iter().enumerate();
    let values = rows.iter().map(|(_, scores)| scores.iter().map(|s| Some(Value::bare(*s))).collect()).collect();
    Titled {
        title: "Code-only score per repository, largest repository first.".into(),
        chart: Chart {
            kind: Kind::Dots { reference: None },
            series: models.map(|(i, name)| Series::neutral(name.clone(), i)).collect(),
            range: (0.7, 0.95),
            ..bars("Mean score, 0.7 to 0.95: the axis is cut", rows.iter().map(|r| r.0.to_owned()).collect(), values)
        },
    }
}

fn multiple_choice(mcq: &Mcq) -> Titled {
    let rows = mcq.rows();
    let values = rows
        .iter()
        .map(|row| [row.declaration_and_call, row.interacting_entities].map(|v| Some(Value::bare(v))).to_vec())
        .collect();
    Titled {
        title: "Accuracy on multiple-choice questions, the right chunks given (oracle).".into(),
        chart: Chart {
            kind: Kind::Dots { reference: None },
            series: vec![Series::neutral("declaration and call", 0), Series::neutral("interacting entities", 3)],
            ..bars("Accuracy, 0 to 1", rows.iter().map(|row| row.model.clone()).collect(), values)
        },
    }
}
