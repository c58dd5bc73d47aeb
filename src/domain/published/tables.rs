//! The published figures as tables, like those of a run.

use super::checks::Part;
use super::{CodeQa, ConditionScores, Mcq, PublishedDelta, Score};
use crate::domain::condition::Condition;
use crate::domain::judge::Axis;
use crate::domain::stats::mean;
use crate::domain::table::{Cell, Column, Figure, Notation, Table};
use crate::domain::task::TaskSet;

/// Why there is no figure.
const NOT_PUBLISHED: &str = "not published";

impl From<Score> for Figure {
    fn from(score: Score) -> Self {
        Self { value: score.mean, notation: Notation::Score, interval: Some((score.ci[0], score.ci[1])), n: None }
    }
}

impl From<&PublishedDelta> for Figure {
    fn from(delta: &PublishedDelta) -> Self {
        Self { value: delta.delta, notation: Notation::Delta, interval: Some((delta.ci[0], delta.ci[1])), n: None }
    }
}

/// Scores under the conditions, what is gained from one to the next, and the mean over the models (Tables 5, 6, 10, 11).
pub fn conditions(code_qa: &CodeQa, set: TaskSet) -> Table {
    let scores = code_qa.scores(set);
    let mut rows: Vec<Vec<Cell>> = scores
        .iter()
        .map(|row| {
            let mut cells = vec![Cell::text(row.model.clone())];
            cells.extend(Condition::ALL.map(|condition| Cell::or(row.score(condition), NOT_PUBLISHED)));
            cells.extend(gains(|condition| row.score(condition).map(|score| score.mean)));
            cells.push(Cell::count(row.tasks));
            cells
        })
        .collect();
    let over_models = |condition| code_qa.mean_over_models(set, condition);
    let bare = |value: Option<f64>| value.map_or(Cell::Nothing(NOT_PUBLISHED), |v| Cell::figure(v, Notation::Score));
    let mut last = vec![Cell::text("mean of the models")];
    last.extend(Condition::ALL.map(|condition| bare(over_models(condition))));
    last.extend(gains(over_models));
    last.push(Cell::count(scores.first().map_or(0, |row| row.tasks)));
    rows.push(last);
    let mut columns = vec![Column::words("Model")];
    columns.extend(Condition::ALL.map(|condition| Column::figures(condition.label())));
    columns.extend(["code-only − closed-book", "documented − code-only", "Tasks"].map(Column::figures));
    Table {
        name: "published-conditions",
        caption: format!("Published scores on {} tasks, 0 to 1, with 95 % intervals", set.label()),
        columns,
        rows,
        notes: notes(code_qa, Part::Scores(set), "The last row and the differences are computed here from the means."),
    }
}

/// Code-only − closed-book, and documented − code-only.
fn gains(score: impl Fn(Condition) -> Option<f64>) -> [Cell; 2] {
    let difference = |plus, minus| match (score(plus), score(minus)) {
        (Some(plus), Some(minus)) => Cell::figure(plus - minus, Notation::Delta),
        _ => Cell::Nothing(NOT_PUBLISHED),
    };
    [difference(Condition::CodeOnly, Condition::ClosedBook), difference(Condition::Documented, Condition::CodeOnly)]
}

/// The paired test of what documentation adds (Table 12).
pub fn deltas(code_qa: &CodeQa, set: TaskSet) -> Table {
    let scores = code_qa.scores(set);
    let code = |model: &str| -> Cell {
        let row = scores.iter().find(|row: &&&ConditionScores| row.model == model);
        row.map_or(Cell::Nothing(NOT_PUBLISHED), |row| {
            let [code, _] = gains(|condition| row.score(condition).map(|score| score.mean));
            code
        })
    };
    let rows = code_qa.deltas(set).into_iter().map(|row| {
        vec![Cell::text(row.model.clone()), Cell::Figure(row.into()), Cell::text(row.p.clone()), code(&row.model)]
    });
    Table {
        name: "published-deltas",
        caption: format!("Published documentation delta on {} tasks, with 95 % intervals", set.label()),
        columns: vec![
            Column::words("Model"),
            Column::figures("documented − code-only"),
            Column::figures("p, one-sided"),
            Column::figures("code-only − closed-book"),
        ],
        rows: rows.collect(),
        notes: notes(
            code_qa,
            Part::Scores(set),
            "No interval is published of code-only − closed-book; it is the difference of the means.",
        ),
    }
}

/// Axes (Table 7), and the composite of accuracy and completeness.
pub fn axes(code_qa: &CodeQa) -> Table {
    let rows = code_qa.axis_scores.rows.iter().map(|row| {
        let mut cells = vec![Cell::text(row.model.clone()), Cell::text(row.condition.label())];
        cells.extend(row.axes().map(|axis| Cell::figure(axis, Notation::Decimal)));
        let [accuracy, completeness, specificity] = row.axes();
        cells.push(Cell::figure((accuracy + completeness + specificity) / 15.0, Notation::Score));
        cells.push(Cell::figure((accuracy + completeness) / 10.0, Notation::Score));
        cells
    });
    let mut columns = vec![Column::words("Model"), Column::words("Condition")];
    columns.extend(Axis::ALL.map(|axis| Column::figures(axis.id())));
    columns.extend(["Three axes", "Two axes"].map(Column::figures));
    Table {
        name: "published-axes",
        caption: "Published mean of each axis on doc-dependent tasks, 0 to 5".into(),
        columns,
        rows: rows.collect(),
        notes: axes_notes(code_qa),
    }
}

fn axes_notes(code_qa: &CodeQa) -> Vec<String> {
    let first = "Both composites are computed here, 0 to 1. The paper refers to the one without specificity, but doesn't \
                 give it.";
    let gain = |composite: fn([f64; 3]) -> f64| {
        let of = |model, condition| code_qa.axes(model, condition).map(composite);
        let gains = code_qa
            .axis_models()
            .into_iter()
            .filter_map(|model| Some(of(model, Condition::CodeOnly)? - of(model, Condition::ClosedBook)?));
        mean(&gains.collect::<Vec<_>>()).map(|gain| Notation::Delta.write(gain))
    };
    let (two, three) = (gain(|[a, c, _]| (a + c) / 10.0), gain(|axes| axes.iter().sum::<f64>() / 15.0));
    let mut notes = notes(code_qa, Part::Axes, first);
    if let (Some(two), Some(three)) = (two, three) {
        let text = format!("Over the models, code-only − closed-book is {two} by two axes and {three} by three.");
        notes.insert(1, text);
    }
    notes
}

/// Categories (Table 8).
pub fn categories(code_qa: &CodeQa) -> Table {
    let rows = code_qa.category_scores.rows.iter().map(|row| {
        let mut cells = vec![Cell::text(row.category.id())];
        cells.extend(Condition::ALL.map(|condition| Cell::figure(row.score(condition), Notation::Score)));
        cells.push(Cell::figure(row.delta, Notation::Delta));
        cells.push(Cell::figure(row.cohens_d, Notation::Decimal));
        cells.push(Cell::figure(row.p, Notation::P));
        cells
    });
    let mut columns = vec![Column::words("Category")];
    columns.extend(Condition::ALL.map(|condition| Column::figures(condition.label())));
    columns.extend(["documented − code-only", "Cohen's d", "p"].map(Column::figures));
    let mut notes = notes(code_qa, Part::Categories, &code_qa.category_scores.note);
    notes.push(
        "A run's own table averages the models within each task instead, so that no task counts as four independent ones."
            .into(),
    );
    Table {
        name: "published-categories",
        caption: "Published scores per category on code-derivable tasks, 0 to 1".into(),
        columns,
        rows: rows.collect(),
        notes,
    }
}

/// Repositories with the range within each model (Table 13).
pub fn repositories(code_qa: &CodeQa) -> Table {
    let models = &code_qa.repository_scores.models;
    let mut rows: Vec<Vec<Cell>> = code_qa
        .by_repository()
        .into_iter()
        .map(|(name, scores)| {
            let mut cells = vec![Cell::text(name)];
            let score = |place: usize| scores.get(place).map(|score| Cell::figure(*score, Notation::Score));
            cells.extend((0..models.len()).map(|place| score(place).unwrap_or(Cell::Nothing(NOT_PUBLISHED))));
            cells
        })
        .collect();
    let range = |place: usize| {
        let scores = || code_qa.repository_scores.rows.values().filter_map(move |row| row.get(place).copied());
        match (scores().reduce(f64::min), scores().reduce(f64::max)) {
            (Some(low), Some(high)) => Cell::figure(high - low, Notation::Score),
            _ => Cell::Nothing(NOT_PUBLISHED),
        }
    };
    rows.push(std::iter::once(Cell::text("range")).chain((0..models.len()).map(range)).collect());
    Table {
        name: "published-repositories",
        caption: "Published code-only score per repository on code-derivable tasks, 0 to 1".into(),
        columns: std::iter::once(Column::words("Repository")).chain(models.iter().map(Column::figures)).collect(),
        rows,
        notes: notes(code_qa, Part::Repositories, "The range is highest less lowest, computed here."),
    }
}

/// Accuracy on multiple-choice questions.
pub fn multiple_choice(mcq: &Mcq) -> Table {
    let share = |value: f64| Cell::figure(value, Notation::Score);
    let noisy = |value: Option<f64>| value.map_or(Cell::Nothing("not measured"), share);
    let rows = mcq.rows().into_iter().map(|row| {
        vec![
            Cell::text(row.model),
            share(row.declaration_and_call),
            share(row.interacting_entities),
            noisy(row.noisy.map(|n| n[0])),
            noisy(row.noisy.map(|n| n[1])),
        ]
    });
    let columns = [
        "declaration and call",
        "interacting entities",
        "declaration and call, noisy oracle",
        "interacting entities, noisy oracle",
    ];
    Table {
        name: "published-multiple-choice",
        caption: format!(
            "Published accuracy on {} multiple-choice questions, 0 to 1",
            Notation::Count.write(mcq.questions.total as f64)
        ),
        columns: std::iter::once(Column::words("Model")).chain(columns.map(Column::figures)).collect(),
        rows: rows.collect(),
        notes: Vec::new(),
    }
}

/// What to know of a table, then what disagrees in it.
fn notes(code_qa: &CodeQa, part: Part, first: &str) -> Vec<String> {
    let found = code_qa.disagreements().into_iter().filter(|disagreement| disagreement.part == part);
    let first = Some(first.to_owned()).filter(|note| !note.is_empty());
    first.into_iter().chain(found.map(|disagreement| disagreement.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::code_qa::tests::real_file;
    use super::*;
    use crate::domain::table::Format;

    #[test]
    fn the_real_tables() {
        let file = real_file();
        let mcq: Mcq = serde_json::from_str(include_str!("../../../public/published/swe-qa-mcq.json")).unwrap();
        let sets = TaskSet::ALL.into_iter().flat_map(|set| [conditions(&file, set), deltas(&file, set)]);
        let tables: Vec<Table> =
            sets.chain([axes(&file), categories(&file), repositories(&file), multiple_choice(&mcq)]).collect();
        for table in &tables {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.name);
        }
        let text: Vec<String> = tables.iter().map(|table| Format::Markdown.write(table)).collect();
        insta::assert_snapshot!("tables", text.join("\n\n"));
    }

    #[test]
    fn nothing_of_nothing() {
        let empty = CodeQa::default();
        assert_eq!(conditions(&empty, TaskSet::CodeDerivable).rows.len(), 1);
        assert!(deltas(&empty, TaskSet::CodeDerivable).rows.is_empty() && axes(&empty).rows.is_empty());
    }
}
