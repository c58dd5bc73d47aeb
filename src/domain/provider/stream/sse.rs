//! Server-sent events: lines of bytes become the data of events.

/// Takes bytes however they were split, and gives the data of each event whole. Comments, names and
/// identifiers of events are of no use here: the data says what it is.
#[derive(Default)]
pub struct Lines {
    line: Vec<u8>,
    data: Option<String>,
    was_carriage_return: bool,
}

impl Lines {
    /// Takes the next bytes and gives the events that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        let mut events = Vec::new();
        let mut rest = bytes;
        if self.was_carriage_return && rest.first() == Some(&b'\n') {
            rest = &rest[1..]; // the line ended with both, in two pieces
        }
        if !bytes.is_empty() {
            self.was_carriage_return = bytes.last() == Some(&b'\r');
        }
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')) {
            self.line.extend_from_slice(&rest[..end]);
            events.extend(self.end_line());
            let width = if rest[end..].starts_with(b"\r\n") { 2 } else { 1 };
            rest = &rest[end + width..];
        }
        self.line.extend_from_slice(rest);
        events
    }

    /// The last event, where the blank line that ends it did not come.
    pub fn finish(mut self) -> Option<String> {
        self.end_line().or(self.data)
    }

    /// Bytes that wait for more.
    pub fn kept_bytes(&self) -> usize {
        self.line.len() + self.data.as_ref().map_or(0, String::len)
    }

    fn end_line(&mut self) -> Option<String> {
        let bytes = std::mem::take(&mut self.line);
        if bytes.is_empty() {
            return self.data.take();
        }
        if let Some(value) = bytes.strip_prefix(b"data:") {
            let value = value.strip_prefix(b" ").unwrap_or(value);
            let text = String::from_utf8_lossy(value);
            match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(&text);
                }
                None => self.data = Some(text.into_owned()),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At once, and byte by byte.
    #[track_caller]
    fn check(text: &str, expected: &[&str], last: Option<&str>) {
        let mut lines = Lines::default();
        assert_eq!(lines.push(text.as_bytes()), expected);
        assert_eq!(lines.finish().as_deref(), last);
        let mut lines = Lines::default();
        let events: Vec<String> = text.bytes().flat_map(|byte| lines.push(&[byte])).collect();
        assert_eq!(events, expected, "byte by byte");
        assert_eq!(lines.finish().as_deref(), last);
    }

    #[test]
    fn events() {
        check("data: a\n\ndata: b\n\n", &["a", "b"], None);
        check("data: a\r\n\r\ndata: b\r\n\r\n", &["a", "b"], None);
        check("data: a\r\rdata:b\r\r", &["a", "b"], None);
        check("data: a\r\ndata: b\r\n\r\n", &["a\nb"], None);
        check(": ping\n\nevent: x\nid: 7\ndata: a\n\n: ping\n\n", &["a"], None);
        check("data:  a \n\n", &[" a "], None);
        check("data: a\n\ndata: b", &["a"], Some("b"));
        check("data: a\n", &[], Some("a"));
        check("data\n\n\n\ndata: é€😀\n\n", &["é€😀"], None);
    }
}
