//! Extended attributes of tar entries: lines of `length key=value`, where the value may hold line ends.

use super::ArchiveError;

/// What the attributes say of the next entry, as far as it matters here.
#[derive(Default)]
pub(super) struct Pax {
    pub(super) path: Option<Vec<u8>>,
    pub(super) size: Option<u64>,
    /// The data is a map of holes and what lies between them, not the file's content.
    pub(super) is_sparse: bool,
}

impl Pax {
    pub(super) fn is_empty(&self) -> bool {
        self.path.is_none() && self.size.is_none() && !self.is_sparse
    }

    /// Takes over the attributes in `data`; later ones win.
    pub(super) fn read(&mut self, data: &[u8]) -> Result<(), ArchiveError> {
        for record in Records(data) {
            let (key, value) = record?;
            match key {
                // An empty value takes back what was said before.
                b"path" => self.path = Some(value.to_vec()).filter(|path| !path.is_empty()),
                b"size" if value.is_empty() => self.size = None,
                b"size" => self.size = Some(number(value).ok_or_else(malformed)?),
                b"GNU.sparse.name" => (self.path, self.is_sparse) = (Some(value.to_vec()), true),
                _ if key.starts_with(b"GNU.sparse.") => self.is_sparse = true,
                _ => {}
            }
        }
        Ok(())
    }
}

/// # Errors
/// Where attributes for all following entries set what only one entry can have.
pub(super) fn check_global(data: &[u8]) -> Result<(), ArchiveError> {
    let mut pax = Pax::default();
    pax.read(data)?;
    if pax.is_empty() { Ok(()) } else { Err(ArchiveError::corrupt("all entries are given one name or size")) }
}

fn number(value: &[u8]) -> Option<u64> {
    value.iter().all(u8::is_ascii_digit).then_some(())?;
    std::str::from_utf8(value).ok()?.parse().ok()
}

fn malformed() -> ArchiveError {
    ArchiveError::corrupt("an entry's attributes are malformed")
}

struct Records<'d>(&'d [u8]);

impl<'d> Iterator for Records<'d> {
    type Item = Result<(&'d [u8], &'d [u8]), ArchiveError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Some writers fill up with NULs.
        if self.0.iter().all(|byte| *byte == 0) {
            return None;
        }
        let record = self.split();
        if record.is_none() {
            self.0 = &[];
        }
        Some(record.ok_or_else(malformed))
    }
}

impl<'d> Records<'d> {
    fn split(&mut self) -> Option<(&'d [u8], &'d [u8])> {
        let digits = self.0.iter().take(20).position(|byte| *byte == b' ')?;
        let length = usize::try_from(number(&self.0[..digits])?).ok()?;
        let line = self.0.get(digits + 1..length)?.strip_suffix(b"\n")?;
        self.0 = &self.0[length..];
        let equals = line.iter().position(|byte| *byte == b'=')?;
        Some((&line[..equals], &line[equals + 1..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(data: &[u8], expected: Option<(Option<&str>, Option<u64>, bool)>) {
        let mut pax = Pax::default();
        let read = pax.read(data).ok();
        let path = pax.path.as_deref().map(|path| std::str::from_utf8(path).expect("is text"));
        assert_eq!(read.map(|()| (path, pax.size, pax.is_sparse)), expected, "{:?}", String::from_utf8_lossy(data));
    }

    #[test]
    fn records() {
        check(b"", Some((None, None, false)));
        check(b"10 path=x\n", Some((Some("x"), None, false)));
        check(b"12 path=x\ny\n\0\0", Some((Some("x\ny"), None, false)));
        check(b"10 path=x\n8 path=\n8 path=\n", Some((None, None, false)));
        check(b"11 size=12\n", Some((None, Some(12), false)));
        check(b"11 size=-2\n", None);
        check(b"22 GNU.sparse.major=1\n", Some((None, None, true)));
        check(b"99999999999999999999 path=x\n", None);
        check(b"5 a=b\n", None);
        check(b"8 path=x\n", None);
        check(b"11 path=x\n", None);
        check(b" path=x\n", None);
        check(b"8 pathx\n", None);
    }
}
