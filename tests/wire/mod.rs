//! Conversations with a scripted model in every wire form, and what must hold of the bodies that go out.

pub mod conversations;
pub mod native;
pub mod pairing;
pub mod sdk;
