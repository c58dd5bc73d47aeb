//! Line numbers of byte offsets.

/// Where each line starts. Lines end at `\r\n`, `\n` or a lone `\r`, as in the interpreter.
pub struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    /// The index of `text`, which must be shorter than 4 GiB.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for i in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[i] == b'\n' || bytes.get(i + 1) != Some(&b'\n') {
                starts.push((i + 1) as u32);
            }
        }
        Self { starts }
    }

    /// Number of the line that holds the byte at `offset`, counted from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|start| *start <= offset) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_line_ends_count() {
        let lines = Lines::new("a\r\nb\rc\nd");
        assert_eq!([0, 1, 2, 3, 5, 7].map(|o| lines.line(o)), [1, 1, 1, 2, 3, 4]);
    }
}
