//! (In work.)
