//! The worker's end of the message port. (In work.)

/// Starts the engine in this worker.
pub fn start() {}
