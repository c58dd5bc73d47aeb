//! The bytes of a file, held once: decoded Python and documentation share them where they are UTF-8.

use std::borrow::Cow;
use std::sync::Arc;

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Valid UTF-8.
    Text(Arc<str>),
    /// Anything else.
    Bytes(Arc<[u8]>),
}

impl Content {
    /// The bytes as they came.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// The content as text where it is UTF-8.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Bytes(_) => None,
        }
    }

    /// Whether it is held in the same place, and not only equal.
    pub fn is_same(&self, other: &Self) -> bool {
        std::ptr::eq(self.bytes(), other.bytes())
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.bytes().len()
    }

    /// True without a byte.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A text that was made of the content, as a shared string: the content itself where it is all of it.
    pub fn share(&self, text: Cow<'_, str>) -> Arc<str> {
        match (self, text) {
            (Self::Text(own), Cow::Borrowed(text)) if text.len() == own.len() => own.clone(),
            (_, text) => text.into(),
        }
    }
}

impl From<&[u8]> for Content {
    fn from(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.into()),
            Err(_) => Self::Bytes(bytes.into()),
        }
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text.into()),
            Err(error) => Self::Bytes(error.into_bytes().into()),
        }
    }
}
