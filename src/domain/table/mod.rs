//! A table of words and figures, as data: the page shows it, and it is written as CSV, Markdown and LaTeX.

mod csv;
mod figure;
mod latex;
mod markdown;

pub use csv::field as csv_field;
pub use figure::{Figure, Notation};

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Short name, for files.
    pub name: &'static str,
    /// What it shows, one sentence without a full stop.
    pub caption: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, each as long as the columns.
    pub rows: Vec<Vec<Cell>>,
    /// What to know of it, a sentence each.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its heading.
    pub name: String,
    /// Whether its cells are figures, set to the right.
    pub is_figure: bool,
}

impl Column {
    /// A column of words.
    pub fn words(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_figure: false }
    }

    /// A column of figures.
    pub fn figures(name: impl Into<String>) -> Self {
        Self { name: name.into(), is_figure: true }
    }
}

/// What stands in a row under a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A figure.
    Figure(Figure),
    /// No figure, and why: a word or two.
    Nothing(&'static str),
}

impl Cell {
    /// A cell of words.
    pub fn text(words: impl Into<String>) -> Self {
        Self::Text(words.into())
    }

    /// A bare figure.
    pub fn figure(value: f64, notation: Notation) -> Self {
        Self::Figure(Figure { value, notation, interval: None, n: None })
    }

    /// A whole number.
    pub fn count(count: usize) -> Self {
        Self::figure(count as f64, Notation::Count)
    }

    /// The figure, or why there is none.
    pub fn or(figure: Option<impl Into<Figure>>, why: &'static str) -> Self {
        figure.map_or(Self::Nothing(why), |figure| Self::Figure(figure.into()))
    }

    /// The cell in words, without what stands beside a figure.
    pub fn main(&self) -> String {
        match self {
            Self::Text(words) => words.clone(),
            Self::Figure(figure) => figure.notation.write(figure.value),
            Self::Nothing(why) => (*why).to_owned(),
        }
    }

    /// What stands beside a figure: interval and n. Empty where there is nothing.
    pub fn aside(&self) -> String {
        match self {
            Self::Figure(figure) => figure.aside(),
            _ => String::new(),
        }
    }

    fn as_figure(&self) -> Option<&Figure> {
        match self {
            Self::Figure(figure) => Some(figure),
            _ => None,
        }
    }
}

/// How a table is written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values: bounds and counts in columns of their own.
    Csv,
    /// A table of GitHub's Markdown.
    Markdown,
    /// A `table` environment with booktabs' rules.
    Latex,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Csv, Self::Markdown, Self::Latex];

    /// Name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Csv => "CSV",
            Self::Markdown => "Markdown",
            Self::Latex => "LaTeX",
        }
    }

    /// How its files end; an identifier as well.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Markdown => "md",
            Self::Latex => "tex",
        }
    }

    /// The table in this format.
    pub fn write(self, table: &Table) -> String {
        match self {
            Self::Csv => csv::write(table),
            Self::Markdown => markdown::write(table),
            Self::Latex => latex::write(table),
        }
    }
}

#[cfg(test)]
mod tests;
