//! A LaTeX table with the rules of the package booktabs.

use super::{Cell, Table};

pub(super) fn write(table: &Table) -> String {
    let columns: String = table.columns.iter().map(|column| if column.is_figure { 'r' } else { 'l' }).collect();
    let line = |cells: Vec<String>| format!("    {} \\\\\n", cells.join(" & "));
    let mut out = format!(
        "% Needs \\usepackage{{booktabs}}.\n\\begin{{table}}\n  \\centering\n  \\caption{{{}.}}\n  \\label{{tab:{}}}\n  \
         \\begin{{tabular}}{{{columns}}}\n    \\toprule\n",
        escape(&table.caption),
        table.name
    );
    out += &line(table.columns.iter().map(|column| escape(&column.name)).collect());
    out += "    \\midrule\n";
    for row in &table.rows {
        out += &line(row.iter().map(cell).collect());
    }
    out += "    \\bottomrule\n  \\end{tabular}\n";
    for note in &table.notes {
        out += &format!("  \\par\\smallskip{{\\footnotesize {}}}\n", escape(note));
    }
    out + "\\end{table}\n"
}

fn cell(cell: &Cell) -> String {
    let aside = cell.aside();
    let aside = if aside.is_empty() { aside } else { format!(" {{\\footnotesize {}}}", escape(&aside)) };
    // A bracket at the start of a row would be an argument of the line break before it.
    format!("{}{aside}", escape(&cell.main())).replace("[", "{[}")
}

/// Nothing of the text is taken for a command, and it stays on its line.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => out += "\\textbackslash{}",
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', letter]),
            '\u{2212}' => out += "$-$",
            '\u{d7}' => out += "$\\times$",
            '\u{2265}' => out += "$\\geq$",
            '<' => out += "$<$",
            '>' => out += "$>$",
            '\n' | '\r' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
