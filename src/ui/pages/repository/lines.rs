//! A text cut into lines, and each line into coloured pieces when it is shown.

use crate::domain::python::{Span, SpanKind};
use crate::engine::protocol::SideText;
use crate::ui::components::PaneLine;

/// The lines of a text.
pub struct Lines {
    text: String,
    spans: Vec<Span>,
    /// First and last byte of each line, without its ending.
    bounds: Vec<(usize, usize)>,
}

impl Lines {
    /// Cuts a text.
    pub fn new(side: &SideText) -> Self {
        let mut bounds = Vec::new();
        let mut start = 0;
        for line in side.text.split_inclusive('\n') {
            let end = start + line.trim_end_matches(['\n', '\r']).len();
            bounds.push((start, end));
            start += line.len();
        }
        Self { text: side.text.clone(), spans: side.spans.clone(), bounds }
    }

    /// How many lines.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// Bytes of the longest line, which is close enough to its width.
    pub fn longest(&self) -> usize {
        self.bounds.iter().map(|(start, end)| end - start).max().unwrap_or_default()
    }

    /// The pieces of a line; nothing for a line that isn't there.
    pub fn pieces(&self, line: u32) -> PaneLine {
        let Some(&(start, end)) = self.bounds.get(line as usize) else { return Vec::new() };
        let mut pieces = Vec::new();
        let mut at = start;
        let first = self.spans.partition_point(|span| span.end as usize <= start);
        for span in self.spans[first..].iter().take_while(|span| (span.start as usize) < end) {
            let (from, to) = ((span.start as usize).max(at), (span.end as usize).min(end));
            self.push(&mut pieces, "", at, from);
            self.push(&mut pieces, class(span.kind), from, to);
            at = to;
        }
        self.push(&mut pieces, "", at, end);
        pieces
    }

    fn push(&self, pieces: &mut PaneLine, class: &'static str, from: usize, to: usize) {
        if let Some(text) = self.text.get(from..to).filter(|text| !text.is_empty()) {
            pieces.push((class, text.to_owned()));
        }
    }
}

fn class(kind: SpanKind) -> &'static str {
    match kind {
        SpanKind::Keyword => "tok-keyword",
        SpanKind::String => "tok-string",
        SpanKind::Comment => "tok-comment",
        SpanKind::Number => "tok-number",
        SpanKind::Definition => "tok-definition",
        SpanKind::Decorator => "tok-decorator",
    }
}
