//! A chart's values as a table: beside the chart for people, and as CSV for programs.

use super::spec::{Chart, Grid, Histogram, Key, Kind, Scatter, percent};
use super::words::NO_VALUE;
use crate::domain::table::csv_field;

/// The table twin of a chart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Twin {
    /// Headings; the first is of the groups' names.
    pub columns: Vec<String>,
    /// Whether the second column names things too, and holds no figures.
    pub has_second_names: bool,
    /// Rows of text with what stands small beside it; the first cell is the row's heading.
    pub rows: Vec<Vec<(String, String)>>,
}

impl Chart {
    /// The values as a table for people: a row per group, a column per series.
    pub fn twin(&self) -> Twin {
        match &self.kind {
            Kind::Bars(grid) | Kind::Dots { grid, .. } | Kind::Heat(grid) => self.grid_twin(grid),
            Kind::Histogram(histogram) => self.histogram_twin(histogram),
            Kind::Scatter(scatter) => self.scatter_twin(scatter),
        }
    }

    /// The values as CSV: a row per value, in full precision; a missing value is an empty field.
    pub fn to_csv(&self) -> String {
        let (head, rows) = match &self.kind {
            Kind::Bars(grid) | Kind::Dots { grid, .. } | Kind::Heat(grid) => {
                (&["group", "series", "value", "low", "high", "n"][..], self.grid_rows(grid))
            }
            Kind::Histogram(histogram) => (&["series", "from", "to", "count", "share"][..], self.bin_rows(histogram)),
            Kind::Scatter(scatter) => (&["point", "series", "x", "y"][..], self.point_rows(scatter)),
        };
        let lines = std::iter::once(head.join(",")).chain(rows.into_iter().map(|row| row.join(",")));
        // RFC 4180 ends lines so.
        lines.map(|line| line + "\r\n").collect()
    }

    /// A name for a file with this chart: the title's words, at most 60 characters, and the ending.
    pub fn file_name(&self, ending: &str) -> String {
        let mut name = String::new();
        for c in self.title.chars().flat_map(char::to_lowercase) {
            if c.is_ascii_alphanumeric() {
                name.push(c);
            } else if !name.is_empty() && !name.ends_with('-') {
                name.push('-');
            }
        }
        if name.len() > 60 {
            name.truncate(60);
            name.truncate(name.rfind('-').unwrap_or(60));
        }
        let name = name.trim_end_matches('-');
        format!("{}.{ending}", if name.is_empty() { "chart" } else { name })
    }

    fn grid_twin(&self, grid: &Grid) -> Twin {
        let row = |(group, name): (usize, &String)| {
            let cell = |series| {
                let reading = self.read(Key { group, series });
                let aside = [reading.interval, reading.n].into_iter().filter(|part| !part.is_empty());
                (reading.value, aside.collect::<Vec<_>>().join(", "))
            };
            std::iter::once((name.clone(), String::new())).chain((0..self.series.len()).map(cell)).collect()
        };
        Twin {
            columns: self.columns(""),
            has_second_names: false,
            rows: grid.groups.iter().enumerate().map(row).collect(),
        }
    }

    fn histogram_twin(&self, histogram: &Histogram) -> Twin {
        let row = |bin: usize| {
            let cell = |series| {
                let reading = self.read(Key { group: bin, series });
                (reading.value, reading.n)
            };
            std::iter::once((histogram.bin_name(bin), String::new())).chain((0..self.series.len()).map(cell)).collect()
        };
        let tail = |tail: &super::Tail| {
            let share = |series: usize| tail.shares.get(series).copied().flatten().map_or(NO_VALUE.into(), percent);
            let cells = (0..self.series.len()).map(|series| (share(series), String::new()));
            std::iter::once((format!("in all {}", tail.name), String::new())).chain(cells).collect()
        };
        let rows = (0..histogram.bins()).map(row).chain(histogram.tails.iter().map(tail)).collect();
        Twin { columns: self.columns("Score"), has_second_names: false, rows }
    }

    fn scatter_twin(&self, scatter: &Scatter) -> Twin {
        let write = |value: Option<f64>| value.map_or(NO_VALUE.into(), |value| self.notation.write(value));
        let series = |place: usize| self.series.get(place).map(|s| s.name.clone()).unwrap_or_default();
        let row = |point: &super::Point| {
            [point.name.clone(), series(point.series), write(point.x), write(point.y)]
                .map(|text| (text, String::new()))
                .to_vec()
        };
        let columns = ["".to_owned(), "Series".to_owned(), scatter.x.name.clone(), scatter.y.name.clone()].to_vec();
        Twin { columns, has_second_names: true, rows: scatter.points.iter().map(row).collect() }
    }

    fn columns(&self, first: &str) -> Vec<String> {
        std::iter::once(first.to_owned()).chain(self.series.iter().map(|s| s.name.clone())).collect()
    }

    fn grid_rows(&self, grid: &Grid) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for (group, name) in grid.groups.iter().enumerate() {
            for (series, of) in self.series.iter().enumerate() {
                let value = grid.value(group, series);
                let ends = value.and_then(|value| value.interval);
                let n = value.and_then(|value| value.n).map(|n| n.to_string()).unwrap_or_default();
                let figures = [value.map(|value| value.mean), ends.map(|e| e.0), ends.map(|e| e.1)].map(figure);
                let [mean, low, high] = figures;
                rows.push(vec![csv_field(name), csv_field(&of.name), mean, low, high, n]);
            }
        }
        rows
    }

    fn bin_rows(&self, histogram: &Histogram) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for (place, series) in self.series.iter().enumerate() {
            for (bin, edges) in histogram.edges.windows(2).enumerate() {
                let count = histogram.counts.get(place).and_then(|counts| counts.get(bin)).copied().unwrap_or_default();
                let share = figure(histogram.share(bin, place));
                let [from, to] = [edges[0], edges[1]].map(|edge| figure(Some(edge)));
                rows.push(vec![csv_field(&series.name), from, to, count.to_string(), share]);
            }
        }
        rows
    }

    fn point_rows(&self, scatter: &Scatter) -> Vec<Vec<String>> {
        let series = |place: usize| self.series.get(place).map(|s| csv_field(&s.name)).unwrap_or_default();
        let row =
            |point: &super::Point| vec![csv_field(&point.name), series(point.series), figure(point.x), figure(point.y)];
        scatter.points.iter().map(row).collect()
    }
}

fn figure(value: Option<f64>) -> String {
    value.filter(|value| value.is_finite()).map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    #[test]
    fn names_are_no_formulas() {
        let chart = samples::named("=HYPERLINK(\"x\")");
        assert!(chart.to_csv().contains("\r\n\"'=HYPERLINK(\"\"x\"\")\","), "{}", chart.to_csv());
    }

    #[test]
    fn csv_and_tables() {
        let parts = samples::all(2).map(|(name, chart)| {
            let twin = chart.twin();
            let cell = |(text, aside): &(String, String)| format!("{text} {aside}").trim().to_owned();
            let line = |row: &Vec<(String, String)>| row.iter().map(cell).collect::<Vec<_>>().join(" | ");
            let rows = twin.rows.iter().take(5).map(line).collect::<Vec<_>>().join("\n");
            let csv: Vec<String> = chart.to_csv().lines().take(5).map(str::to_owned).collect();
            assert!(twin.rows.iter().all(|row| row.len() == twin.columns.len()), "{name}");
            format!("{name}\n{}\n{rows}\n\n{}\n", twin.columns.join(" | "), csv.join("\n"))
        });
        insta::assert_snapshot!(parts.join("\n"));
    }

    #[test]
    fn files_are_named_after_the_title() {
        let check = |title: &str, expected: &str| {
            let chart = Chart { title: title.into(), ..samples::deltas(1) };
            assert_eq!(chart.file_name("svg"), expected);
        };
        check("Score per model & condition, 95 %.", "score-per-model-condition-95.svg");
        check("…", "chart.svg");
        let long = "What reading code and reading documentation add, paired by task, with 95 % intervals";
        check(long, "what-reading-code-and-reading-documentation-add-paired-by.svg");
    }
}
