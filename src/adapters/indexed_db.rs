//! Storage in the browser's IndexedDB: one object store per table, large values as Blobs (faster than typed arrays for
//! those, and kept out of the heap), small ones as bytes.

use std::cell::RefCell;

use async_trait::async_trait;
use futures::channel::oneshot;
use futures::future::{Either, join_all, select};
use idb::{Database, DatabaseEvent, Factory, KeyRange, ObjectStoreParams, Query, TransactionMode};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, IdbDatabase, StorageEstimate};

use super::browser::{scope, words};
use crate::engine::ports::{Store, StoreError, StoreUsage, Table};

const DATABASE: &str = "code-qa-bench";
/// Version of the database's layout. A new one needs a migration in `upgrade`.
const VERSION: u32 = 2;
/// What is said where another tab keeps the database from being brought up to date.
const HELD: &str = "another tab has an earlier version of this site open: close it, then reload this page";
/// Values below this many bytes are stored as they are: reading thousands of them at once is faster than as Blobs.
const SMALL_BYTES: usize = 64 << 10;

/// The browser's database; opened at first use.
#[derive(Default)]
pub struct IndexedDb(RefCell<Option<std::rc::Rc<Database>>>);

impl IndexedDb {
    async fn database(&self) -> Result<std::rc::Rc<Database>, StoreError> {
        if let Some(database) = self.0.borrow().clone() {
            return Ok(database);
        }
        let mut request = Factory::new().and_then(|factory| factory.open(DATABASE, Some(VERSION))).map_err(failed)?;
        request.on_upgrade_needed(|event| {
            // An error here makes the opening fail, which is reported below.
            if let Ok(database) = event.database() {
                upgrade(&database);
            }
        });
        // A tab with an earlier version of the site holds the database as it was, and isn't waited for.
        let (blocked, is_blocked) = oneshot::channel();
        request.on_blocked(move |_| {
            // An error would mean that it is open already.
            let _ = blocked.send(());
        });
        let mut opened = match select(request.into_future(), is_blocked).await {
            Either::Left((opened, _)) => opened.map_err(failed)?,
            Either::Right((Ok(()), _)) => return Err(StoreError(HELD.into())),
            Either::Right((Err(_), opening)) => opening.await.map_err(failed)?,
        };
        // Gives way to a tab with a later version of the site.
        opened.on_version_change(|event| {
            if let Some(database) = event.target().and_then(|target| target.dyn_into::<IdbDatabase>().ok()) {
                database.close();
            }
        });
        let database = std::rc::Rc::new(opened);
        *self.0.borrow_mut() = Some(database.clone());
        Ok(database)
    }
}

fn upgrade(database: &Database) {
    let known = database.store_names();
    for table in Table::ALL.into_iter().filter(|table| !known.iter().any(|name| name == table.name())) {
        let _ = database.create_object_store(table.name(), ObjectStoreParams::new());
    }
}

#[async_trait(?Send)]
impl Store for IndexedDb {
    async fn get(&self, table: Table, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let database = self.database().await?;
        let transaction = database.transaction(&[table.name()], TransactionMode::ReadOnly).map_err(failed)?;
        let store = transaction.object_store(table.name()).map_err(failed)?;
        let value = store.get(Query::Key(key.into())).map_err(failed)?.await.map_err(failed)?;
        match value {
            Some(value) => bytes_of(&value).await.map(Some),
            None => Ok(None),
        }
    }

    async fn list(&self, table: Table, prefix: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let database = self.database().await?;
        let transaction = database.transaction(&[table.name()], TransactionMode::ReadOnly).map_err(failed)?;
        let store = transaction.object_store(table.name()).map_err(failed)?;
        let keys = store.get_all_keys(Some(range(prefix)?), None).map_err(failed)?;
        let values = store.get_all(Some(range(prefix)?), None).map_err(failed)?;
        let keys = keys.await.map_err(failed)?;
        let values = values.await.map_err(failed)?;
        let values = join_all(values.iter().map(bytes_of)).await;
        keys.into_iter().zip(values).map(|(key, value)| Ok((key.as_string().unwrap_or_default(), value?))).collect()
    }

    async fn put(&self, table: Table, key: &str, value: Vec<u8>) -> Result<(), StoreError> {
        let database = self.database().await?;
        let bytes = Uint8Array::from(value.as_slice());
        let value: JsValue = if value.len() < SMALL_BYTES {
            bytes.into()
        } else {
            Blob::new_with_u8_array_sequence(&Array::of1(&bytes)).map_err(|error| StoreError(words(&error)))?.into()
        };
        let transaction = database.transaction(&[table.name()], TransactionMode::ReadWrite).map_err(failed)?;
        let store = transaction.object_store(table.name()).map_err(failed)?;
        store.put(&value, Some(&key.into())).map_err(failed)?.await.map_err(failed)?;
        transaction.commit().map_err(failed)?.await.map_err(failed)?;
        Ok(())
    }

    async fn delete(&self, table: Table, prefix: &str) -> Result<(), StoreError> {
        let database = self.database().await?;
        let transaction = database.transaction(&[table.name()], TransactionMode::ReadWrite).map_err(failed)?;
        let store = transaction.object_store(table.name()).map_err(failed)?;
        store.delete(range(prefix)?).map_err(failed)?.await.map_err(failed)?;
        transaction.commit().map_err(failed)?.await.map_err(failed)?;
        Ok(())
    }

    async fn usage(&self) -> StoreUsage {
        let storage = scope().navigator().storage();
        let is_persistent = match storage.persisted() {
            Ok(promise) => JsFuture::from(promise).await.is_ok_and(|value| value.is_truthy()),
            Err(_) => false,
        };
        let estimate = match storage.estimate() {
            Ok(promise) => JsFuture::from(promise).await.ok(),
            Err(_) => None,
        };
        let estimate: Option<StorageEstimate> = estimate.map(JsCast::unchecked_into);
        let bytes = |value: Option<f64>| value.map(|bytes| bytes as u64);
        StoreUsage {
            used_bytes: bytes(estimate.as_ref().and_then(StorageEstimate::get_usage)),
            quota_bytes: bytes(estimate.as_ref().and_then(StorageEstimate::get_quota)),
            is_persistent,
        }
    }
}

/// All keys that begin with `prefix`.
fn range(prefix: &str) -> Result<Query, StoreError> {
    let end = format!("{prefix}\u{ffff}");
    KeyRange::bound(&prefix.into(), &end.into(), None, None).map(Query::KeyRange).map_err(failed)
}

async fn bytes_of(value: &JsValue) -> Result<Vec<u8>, StoreError> {
    if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        return Ok(bytes.to_vec());
    }
    let blob: &Blob = value.dyn_ref().ok_or_else(|| StoreError("a stored value is neither bytes nor a Blob".into()))?;
    let buffer = JsFuture::from(blob.array_buffer()).await.map_err(|error| StoreError(words(&error)))?;
    Ok(Uint8Array::new(&buffer).to_vec())
}

fn failed(error: idb::Error) -> StoreError {
    StoreError(error.to_string())
}
