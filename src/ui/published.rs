//! What pages hold of the papers' figures.

use std::sync::Arc;

use leptos::prelude::*;

use crate::domain::published::Published;
use crate::engine::protocol::Problem;

/// The papers' figures once they are loaded.
#[derive(Clone, Copy)]
pub struct PublishedFigures(pub LocalResource<Result<Arc<Published>, Problem>>);
