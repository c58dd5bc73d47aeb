//! Zip archives written field by field.

use super::{crc, deflate};

/// One entry of a zip archive that checks nothing.
#[derive(Clone)]
pub struct ZipEntry {
    pub name: Vec<u8>,
    pub flags: u16,
    pub method: u16,
    pub crc: u32,
    pub compressed: Vec<u8>,
    pub compressed_size: u32,
    pub size: u32,
    pub extra: Vec<u8>,
    pub comment: Vec<u8>,
    pub made_by: u16,
    pub attributes: u32,
    /// In place of the place where it is written; then no data is written.
    pub offset: Option<u32>,
    /// Written behind the data.
    pub descriptor: Vec<u8>,
}

pub fn zip_entry(name: &[u8], content: &[u8]) -> ZipEntry {
    let compressed = deflate(content);
    ZipEntry {
        name: name.to_vec(),
        flags: 0,
        method: 8,
        crc: crc(content),
        compressed_size: compressed.len() as u32,
        compressed,
        size: content.len() as u32,
        extra: Vec::new(),
        comment: Vec::new(),
        made_by: 3 << 8 | 20,
        attributes: 0o100_644 << 16,
        offset: None,
        descriptor: Vec::new(),
    }
}

pub fn stored_entry(name: &[u8], content: &[u8]) -> ZipEntry {
    let (compressed, compressed_size) = (content.to_vec(), content.len() as u32);
    ZipEntry { method: 0, compressed, compressed_size, ..zip_entry(name, content) }
}

pub fn zip(entries: &[ZipEntry]) -> Vec<u8> {
    zip_stating(entries, entries.len() as u16)
}

/// A zip archive that states another number of entries than it has.
pub fn zip_stating(entries: &[ZipEntry], count: u16) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    let put = |to: &mut Vec<u8>, shorts: &[u16]| shorts.iter().for_each(|s| to.extend_from_slice(&s.to_le_bytes()));
    let put_long = |to: &mut Vec<u8>, longs: &[u32]| longs.iter().for_each(|l| to.extend_from_slice(&l.to_le_bytes()));
    for entry in entries {
        let offset = entry.offset.unwrap_or(out.len() as u32);
        let sizes = [entry.crc, entry.compressed_size, entry.size];
        if entry.offset.is_none() {
            out.extend_from_slice(b"PK\x03\x04");
            put(&mut out, &[20, entry.flags, entry.method, 0, 0x21]);
            put_long(&mut out, if entry.descriptor.is_empty() { &sizes } else { &[0, 0, 0] });
            put(&mut out, &[entry.name.len() as u16, 0]);
            out.extend_from_slice(&entry.name);
            out.extend_from_slice(&entry.compressed);
            out.extend_from_slice(&entry.descriptor);
        }
        directory.extend_from_slice(b"PK\x01\x02");
        put(&mut directory, &[entry.made_by, 20, entry.flags, entry.method, 0, 0x21]);
        put_long(&mut directory, &sizes);
        put(&mut directory, &[entry.name.len() as u16, entry.extra.len() as u16, entry.comment.len() as u16, 0, 0]);
        put_long(&mut directory, &[entry.attributes, offset]);
        directory.extend_from_slice(&entry.name);
        directory.extend_from_slice(&entry.extra);
        directory.extend_from_slice(&entry.comment);
    }
    let start = out.len() as u32;
    out.extend_from_slice(&directory);
    out.extend_from_slice(b"PK\x05\x06");
    put(&mut out, &[0, 0, count, count]);
    put_long(&mut out, &[directory.len() as u32, start]);
    put(&mut out, &[0]);
    out
}
