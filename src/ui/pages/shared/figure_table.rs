//! A table of the domain: shown, and handed over as a file.

use leptos::prelude::*;

use crate::domain::table::{self, Format};
use crate::ui::components::{Button, Cell, Column, Table, Tone};
use crate::ui::downloads::use_downloads;

/// A table with its notes, and a button for each format that it can be had in.
#[component]
pub fn FigureTable(
    /// Value of the table's `data-test`.
    test: &'static str,
    /// The table.
    table: table::Table,
    /// What its file is called, without ending.
    #[prop(into)]
    file: String,
) -> impl IntoView {
    let columns = table.columns.iter().map(|c| Column { name: c.name.clone(), is_figure: c.is_figure }).collect();
    let cell = |cell: &table::Cell| Cell::with(cell.main(), cell.aside());
    let rows = table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let notes = table.notes.iter().map(|note| view! { <li>{note.clone()}</li> }).collect_view();
    let caption = table.caption.clone();
    let shown = StoredValue::new(table);
    let (downloads, file) = (use_downloads(), StoredValue::new(file));
    let save = move |format: Format| {
        let text = shown.with_value(|table| format.write(table));
        downloads.save(format!("{}.{}", file.get_value(), format.ending()), text);
    };
    let buttons = Format::ALL.map(|format| {
        view! {
            <Button test=save_test(format) tone=Tone::Quiet on_click=Callback::new(move |()| save(format))>
                {format.label()}
            </Button>
        }
    });
    view! {
        <Table test=test caption=caption columns=columns rows=rows/>
        <div class="table-foot">
            <ul class="table-notes" data-test="table-notes">{notes}</ul>
            <p class="table-files"><span class="quiet">"This table as"</span> {buttons}</p>
        </div>
    }
}

fn save_test(format: Format) -> &'static str {
    match format {
        Format::Csv => "table-csv",
        Format::Markdown => "table-markdown",
        Format::Latex => "table-latex",
    }
}
