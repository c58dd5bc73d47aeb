//! What an agent's tools may look at under a condition.
