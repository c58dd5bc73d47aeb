//! The growing content of a file.

/// Room made without knowing whether the data comes.
const FIRST_BYTES: u64 = 64 << 10;

/// Bytes of an entry as they arrive. A stated size is believed only as far as half of it has come, so that
/// a lie makes no room, and growing never makes more room than stated.
#[derive(Default)]
pub(super) struct Growing {
    bytes: Vec<u8>,
    stated: u64,
}

impl Growing {
    pub(super) fn of_size(stated: u64) -> Self {
        Self { bytes: Vec::new(), stated }
    }

    pub(super) fn push(&mut self, piece: &[u8]) {
        let free = self.bytes.capacity() - self.bytes.len();
        if piece.len() > free {
            let double = (self.bytes.len() as u64 * 2).max(FIRST_BYTES).min(self.stated);
            let wanted = usize::try_from(double).unwrap_or(0).saturating_sub(self.bytes.len());
            self.bytes.reserve_exact(wanted.max(piece.len()));
        }
        self.bytes.extend_from_slice(piece);
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
