//! Tar archives written block by block.

use tar::{EntryType, Header};

/// A tar archive, entry by entry, that checks nothing.
#[derive(Clone, Default)]
pub struct Tar(Vec<u8>);

impl Tar {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn file(self, path: &str, content: &[u8]) -> Self {
        self.entry(EntryType::Regular, path.as_bytes(), content)
    }

    pub fn entry(self, kind: EntryType, path: &[u8], content: &[u8]) -> Self {
        self.header(kind, path, content.len() as u64, |_| {}).data(content)
    }

    /// An entry's header, changed before its checksum is set.
    pub fn header(mut self, kind: EntryType, path: &[u8], size: u64, change: impl FnOnce(&mut Header)) -> Self {
        let mut header = Header::new_ustar();
        let length = path.len().min(100);
        header.as_mut_bytes()[..length].copy_from_slice(&path[..length]);
        header.set_entry_type(kind);
        header.set_size(size);
        header.set_mode(0o644);
        change(&mut header);
        header.set_cksum();
        self.0.extend_from_slice(header.as_bytes());
        self
    }

    /// Data with its padding.
    pub fn data(mut self, content: &[u8]) -> Self {
        self.0.extend_from_slice(content);
        self.0.resize(self.0.len().next_multiple_of(512), 0);
        self
    }

    pub fn pax(self, records: &[(&str, &[u8])]) -> Self {
        self.entry(EntryType::XHeader, b"pax", &pax_records(records))
    }

    pub fn end(mut self) -> Vec<u8> {
        self.0.extend_from_slice(&[0; 1024]);
        self.0
    }

    /// Without the end mark.
    pub fn open_ended(self) -> Vec<u8> {
        self.0
    }
}

pub fn pax_records(records: &[(&str, &[u8])]) -> Vec<u8> {
    let mut data = Vec::new();
    for (key, value) in records {
        let rest = key.len() + value.len() + 3;
        let length = (rest + 1..).find(|length| rest + length.to_string().len() == *length).expect("there is one");
        data.extend_from_slice(format!("{length} {key}=").as_bytes());
        data.extend_from_slice(value);
        data.push(b'\n');
    }
    data
}
