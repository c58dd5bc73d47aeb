//! A table of GitHub's Markdown.

use super::{Cell, Table};

pub(super) fn write(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = format!("{}.\n\n", escape(&table.caption));
    out += &line(table.columns.iter().map(|column| escape(&column.name)).collect());
    let rule = |is_figure: bool| if is_figure { "---:" } else { "---" };
    out += &line(table.columns.iter().map(|column| rule(column.is_figure).to_owned()).collect());
    for row in &table.rows {
        out += &line(row.iter().map(cell).collect());
    }
    for note in &table.notes {
        out += &format!("\n{}\n", escape(note));
    }
    out
}

fn cell(cell: &Cell) -> String {
    let aside = cell.aside();
    if aside.is_empty() { escape(&cell.main()) } else { format!("{} {}", escape(&cell.main()), escape(&aside)) }
}

/// Nothing of the text is taken for markup, and it stays on its line.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | '|' | '*' | '_' | '`' | '<' | '[' | ']' | '~' | '$' => out.extend(['\\', letter]),
            '\n' | '\r' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
