//! Comma-separated values (RFC 4180). Quoting is all that there is to it, so no crate is brought in.

use super::{Cell, Figure, Notation, Table};

/// The table as figures for other programs: no thousands apart, six decimals, and bounds and n in columns of their own
/// where any row has them. What is missing is an empty field.
pub(super) fn write(table: &Table) -> String {
    let parts: Vec<Parts> = (0..table.columns.len()).map(|place| Parts::of(table, place)).collect();
    let head = table.columns.iter().zip(&parts).flat_map(|(column, parts)| {
        let name = &column.name;
        let mut names = vec![field(name)];
        names.extend(
            parts
                .has_interval
                .then(|| [field(&format!("{name}, low")), field(&format!("{name}, high"))])
                .into_iter()
                .flatten(),
        );
        names.extend(parts.has_n.then(|| field(&format!("{name}, n"))));
        names
    });
    let mut lines = vec![head.collect::<Vec<_>>()];
    for row in &table.rows {
        lines.push(row.iter().zip(&parts).flat_map(|(cell, parts)| parts.fields(cell)).collect());
    }
    lines.into_iter().map(|fields| fields.join(",") + "\r\n").collect()
}

/// What the figures of a column have.
struct Parts {
    has_interval: bool,
    has_n: bool,
}

impl Parts {
    fn of(table: &Table, place: usize) -> Self {
        let figures = || table.rows.iter().filter_map(|row| row.get(place)?.as_figure());
        Self {
            has_interval: figures().any(|figure| figure.interval.is_some()),
            has_n: figures().any(|figure| figure.n.is_some()),
        }
    }

    fn fields(&self, cell: &Cell) -> Vec<String> {
        let figure = cell.as_figure();
        let write = |value: Option<f64>| match (figure, value) {
            (Some(figure), Some(value)) => number(figure, value),
            _ => String::new(),
        };
        let mut fields = vec![match cell {
            Cell::Text(words) => field(words),
            Cell::Figure(figure) => number(figure, figure.value),
            Cell::Nothing(_) => String::new(),
        }];
        let interval = figure.and_then(|figure| figure.interval);
        if self.has_interval {
            fields.extend([write(interval.map(|i| i.0)), write(interval.map(|i| i.1))]);
        }
        if self.has_n {
            fields.push(figure.and_then(|figure| figure.n).map(|n| n.to_string()).unwrap_or_default());
        }
        fields
    }
}

fn number(figure: &Figure, value: f64) -> String {
    match figure.notation {
        Notation::Count => format!("{value:.0}"),
        _ => format!("{value:.6}"),
    }
}

/// A field of words. One that a spreadsheet would take for a formula gets an apostrophe, which spreadsheets show as
/// text.
pub fn field(words: &str) -> String {
    let is_formula = words.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let words = if is_formula { format!("'{words}") } else { words.to_owned() };
    if words.contains([',', '"', '\n', '\r']) { format!("\"{}\"", words.replace('"', "\"\"")) } else { words }
}
