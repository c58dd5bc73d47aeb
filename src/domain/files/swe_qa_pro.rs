//! SWE-QA-Pro: rows of many repositories, each with its commit, its question type and up to four answers.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::checks::{is_blank, short};
use super::datasets::{DatasetProblem, Imported, Row, Target, category_of};
use super::lines::{Limits, Problems, Reading, lines};
use crate::domain::task::{Category, Dataset, Subtype, Task};

#[derive(Deserialize)]
struct ProRow {
    #[serde(default)]
    session_id: Option<String>,
    #[serde(default)]
    repo_name: Option<String>,
    #[serde(default)]
    commit_id: Option<String>,
    #[serde(default)]
    question: Option<String>,
    #[serde(default)]
    answer: Option<String>,
    #[serde(default)]
    ground_truth: Option<String>,
    #[serde(default)]
    refined_ground_truth: Option<String>,
    #[serde(default)]
    annotated_answer: Option<String>,
    #[serde(default)]
    qa_type: Option<QaType>,
}

#[derive(Deserialize)]
struct QaType {
    #[serde(default)]
    class_name: String,
    #[serde(default)]
    sub_class_name: String,
}

/// A repository that a file has rows of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepositoryRows {
    /// Its name as in the file, such as `owner/name`.
    pub name: String,
    /// The commits that the rows are on.
    pub commits: Vec<String>,
    /// How many rows.
    pub rows: usize,
}

/// The repositories of a file, by name.
pub fn repositories(bytes: &[u8], limits: &Limits) -> Vec<RepositoryRows> {
    let mut found: BTreeMap<String, RepositoryRows> = BTreeMap::new();
    for row in lines(bytes, limits).flatten().filter_map(|line| line.parse::<ProRow>().ok()) {
        let Some(name) = row.repo_name else { continue };
        let entry = found.entry(name.clone()).or_insert(RepositoryRows { name, commits: Vec::new(), rows: 0 });
        entry.rows += 1;
        if let Some(commit) = row.commit_id.filter(|commit| !entry.commits.contains(commit)) {
            entry.commits.push(commit);
        }
    }
    found.into_values().collect()
}

/// Reads the rows of one repository, named as in [`RepositoryRows::name`], as tasks on `target`.
pub fn read(bytes: &[u8], name: &str, target: &Target, limits: &Limits) -> Reading<Vec<Task>, DatasetProblem> {
    let mut problems = Problems::new(limits);
    let mut imported = Imported::default();
    for line in lines(bytes, limits) {
        let line = match line {
            Ok(line) => line,
            Err(located) => {
                problems.push(located.line, located.problem);
                continue;
            }
        };
        let mut notes = Vec::new();
        let added = match line.parse::<ProRow>() {
            Err(problem) => Err(problem.into()),
            Ok(row) if row.repo_name.as_deref() != Some(name) => Ok(()),
            Ok(row) => task_row(row, &mut notes).and_then(|row| imported.add(row.into_task(target), line.number)),
        };
        notes.extend(added.err());
        notes.into_iter().for_each(|problem| problems.push(line.number, problem));
    }
    Reading { value: imported.tasks, problems }
}

fn task_row(row: ProRow, notes: &mut Vec<DatasetProblem>) -> Result<Row, DatasetProblem> {
    let filled = |text: Option<String>| text.filter(|text| !is_blank(text));
    // The answer that was worked on most is the reference: people's, then the refined one.
    let answers = [row.annotated_answer, row.refined_ground_truth, row.ground_truth, row.answer];
    let question = filled(row.question).ok_or(DatasetProblem::NoQuestion)?;
    let answer = answers.into_iter().find_map(filled).ok_or(DatasetProblem::NoAnswer)?;
    let (mut category, mut subtype) = (None, None);
    if let Some(QaType { class_name, sub_class_name }) = row.qa_type {
        match category_of(&class_name) {
            Ok(known) => {
                category = Some(known);
                subtype = subtype_of(known, &sub_class_name);
                if subtype.is_none() && !is_blank(&sub_class_name) {
                    notes.push(DatasetProblem::UnknownSubtype(short(&sub_class_name)));
                }
            }
            Err(problem) => notes.push(problem),
        }
    }
    let (dataset, row_id, commit) = (Dataset::SweQaPro, row.session_id, row.commit_id);
    Ok(Row { dataset, row_id, commit, question, answer, category, subtype })
}

/// The subtype of this name, where it belongs to the category.
fn subtype_of(category: Category, name: &str) -> Option<Subtype> {
    let subtype = match name.trim() {
        "Architecture & Components" => Subtype::ArchitectureExploration,
        "Concepts & Definitions" => Subtype::ConceptDefinition,
        "Dependency & Inheritance" => Subtype::DependencyTracing,
        "Design Rationale" => Subtype::DesignRationale,
        "Purpose & Role" => Subtype::PurposeExploration,
        "Performance & Scalability" => Subtype::Performance,
        "Data & Control Flow" => Subtype::DataControlFlow,
        "Feature Location" => Subtype::FeatureLocation,
        "Identifier Location" => Subtype::IdentifierLocation,
        "System Design & Patterns" => Subtype::SystemDesign,
        "Algorithm Implementation" => Subtype::AlgorithmImplementation,
        "API & Framework Support" => Subtype::ApiFrameworkSupport,
        _ => return None,
    };
    category.subtypes().contains(&subtype).then_some(subtype)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::task::CategoryBasis;

    const FILE: &[u8] = include_bytes!("../../../tests/fixtures/files/swe_qa_pro.jsonl");

    fn target() -> Target {
        Target { repository: "weather".into(), archive_sha256: "aa".into(), now_ms: 7 }
    }

    #[test]
    fn rows_of_one_repository_become_tasks() {
        let reading = read(FILE, "demo/weather", &target(), &Limits::default());
        let told: Vec<String> = reading
            .value
            .iter()
            .map(|task| {
                let basis = task.origin.imported().unwrap().category_basis;
                let subtype = task.subtype.map_or("-", Subtype::id);
                format!("{} {subtype} {basis:?}: {}", task.category.id(), task.answer)
            })
            .collect();
        assert_eq!(
            told,
            [
                "where feature_location Dataset: In `store.py`.",
                "how algorithm_implementation Dataset: Refined: by a mean.",
                "what - Dataset: By people: it flows through `poll`.",
                "why - FirstWord: Because sensors fail.",
            ]
        );
        let problems: Vec<String> = reading.problems.found.iter().map(ToString::to_string).collect();
        assert_eq!(
            problems,
            [
                "Line 3: the subtype \"Data & Control Flow\" is none of the category's; kept without",
                "Line 4: the category \"Puzzles\" is unknown; kept with a guess by the first word",
                "Line 6: the row has no reference answer; left out",
                "Line 7: expected ident at column 2",
            ]
        );
        let row = reading.value[0].origin.imported().unwrap();
        assert_eq!((row.row_id.as_deref(), row.category_basis), (Some("s-1"), CategoryBasis::Dataset));
        assert_eq!(reading.value[0].commit.as_deref(), Some("c0ffee"));
    }

    #[test]
    fn the_repositories_of_a_file_are_listed() {
        let weather = RepositoryRows { name: "demo/weather".into(), commits: vec!["c0ffee".into()], rows: 5 };
        let other = RepositoryRows { name: "demo/other".into(), commits: vec!["beef".into()], rows: 1 };
        assert_eq!(repositories(FILE, &Limits::default()), [other, weather]);
    }
}
