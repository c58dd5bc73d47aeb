use super::*;
use crate::domain::results::{Settings, analyse, testing};
use crate::domain::table::Format;

/// The whole of a small run, as a reader would download it.
#[test]
fn every_table_of_a_small_run() {
    let results = analyse(&testing::small_run(), &Settings::default());
    let set = &results.sets[0];
    let tables = all(&results, set);
    for table in &tables {
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{}", table.name);
    }
    insta::assert_snapshot!("markdown", report(&results, set, Format::Markdown));
    let latex = report(&results, set, Format::Latex);
    assert!(latex.starts_with("% Memory: "), "prose is a comment there");
    assert_eq!(latex.matches("\\begin{table}").count(), tables.len());
    let of = |name: &str, format: Format| tables.iter().find(|t| t.name == name).map(|t| format.write(t)).unwrap();
    insta::assert_snapshot!("latex", of("deltas", Format::Latex));
    insta::assert_snapshot!("csv", of("categories", Format::Csv));
}
