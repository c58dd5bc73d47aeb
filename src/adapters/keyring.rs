//! The providers' keys on the page's side: in memory, and beyond that only as the user wishes: for the session
//! in the tab's own storage, or sealed under a passphrase in this browser.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use wasm_bindgen::JsValue;
use web_sys::Storage;

use super::browser::words;
use super::crypto::{Sealed, Sealer};

/// Key of the tab's own storage.
const SESSION: &str = "code-qa-bench.keys";
/// Key of this browser's storage.
const SEALED: &str = "code-qa-bench.sealed-keys";

/// How keys are kept now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeping {
    /// In this page's memory alone.
    #[default]
    Memory,
    /// Until the tab is closed, also over reloads.
    Session,
    /// Sealed under a passphrase, which was given.
    Sealed,
    /// Sealed, and the passphrase not given yet: the keys are not there.
    Locked,
}

/// The keys.
#[derive(Clone, Default)]
pub struct Keyring(Rc<Inner>);

#[derive(Default)]
struct Inner {
    keys: RefCell<BTreeMap<String, String>>,
    keeper: RefCell<Keeper>,
}

#[derive(Clone, Default)]
enum Keeper {
    #[default]
    Memory,
    Session,
    Sealed(Rc<Sealer>),
    Locked,
}

/// What the keyring can't do, in the browser's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyringError {
    /// The passphrase is not the one that the keys were sealed under, or the seal is damaged.
    WrongPassphrase,
    /// The browser refuses to store or to seal.
    Refused(String),
}

impl Keyring {
    /// The keys as the user wished them kept.
    pub fn load() -> Self {
        let keyring = Self::default();
        let kept = session().and_then(|storage| storage.get_item(SESSION).ok().flatten());
        if let Some(keys) = kept.and_then(|text| serde_json::from_str(&text).ok()) {
            *keyring.0.keys.borrow_mut() = keys;
            *keyring.0.keeper.borrow_mut() = Keeper::Session;
        } else if sealed().is_some() {
            *keyring.0.keeper.borrow_mut() = Keeper::Locked;
        }
        keyring
    }

    /// Providers and their keys.
    pub fn keys(&self) -> Vec<(String, String)> {
        self.0.keys.borrow().iter().map(|(provider, key)| (provider.clone(), key.clone())).collect()
    }

    /// How they are kept.
    pub fn keeping(&self) -> Keeping {
        match &*self.0.keeper.borrow() {
            Keeper::Memory => Keeping::Memory,
            Keeper::Session => Keeping::Session,
            Keeper::Sealed(_) => Keeping::Sealed,
            Keeper::Locked => Keeping::Locked,
        }
    }

    /// Sets a key, or forgets it where it is empty.
    ///
    /// # Errors
    /// Where it can't be kept as wished; it is in memory then.
    pub async fn set(&self, provider: &str, key: &str) -> Result<(), KeyringError> {
        let key = key.trim();
        if key.is_empty() {
            self.0.keys.borrow_mut().remove(provider);
        } else {
            self.0.keys.borrow_mut().insert(provider.to_owned(), key.to_owned());
        }
        self.write().await
    }

    /// Keeps the keys in memory alone, from now on.
    pub fn keep_in_memory(&self) {
        *self.0.keeper.borrow_mut() = Keeper::Memory;
        erase();
    }

    /// Keeps the keys until the tab is closed.
    ///
    /// # Errors
    /// Where the browser refuses.
    pub async fn keep_for_session(&self) -> Result<(), KeyringError> {
        erase();
        *self.0.keeper.borrow_mut() = Keeper::Session;
        self.write().await
    }

    /// Seals the keys under a passphrase.
    ///
    /// # Errors
    /// Where the browser refuses.
    pub async fn seal(&self, passphrase: &str) -> Result<(), KeyringError> {
        let sealer = Sealer::new(passphrase).await.map_err(refused)?;
        erase();
        *self.0.keeper.borrow_mut() = Keeper::Sealed(Rc::new(sealer));
        self.write().await
    }

    /// Opens the seal. Keys that were entered meanwhile stay, and are sealed too.
    ///
    /// # Errors
    /// Where the passphrase is wrong.
    pub async fn unlock(&self, passphrase: &str) -> Result<(), KeyringError> {
        let Some(sealed) = sealed() else { return Ok(()) };
        let (sealer, content) = Sealer::open(passphrase, &sealed).await.map_err(|_| KeyringError::WrongPassphrase)?;
        let mut keys: BTreeMap<String, String> =
            serde_json::from_slice(&content).map_err(|_| KeyringError::WrongPassphrase)?;
        keys.append(&mut self.0.keys.borrow_mut());
        *self.0.keys.borrow_mut() = keys;
        *self.0.keeper.borrow_mut() = Keeper::Sealed(Rc::new(sealer));
        self.write().await
    }

    /// Forgets every key, wherever it is kept.
    pub fn forget_all(&self) {
        self.0.keys.borrow_mut().clear();
        self.keep_in_memory();
    }

    async fn write(&self) -> Result<(), KeyringError> {
        let content = serde_json::to_string(&*self.0.keys.borrow()).unwrap_or_default();
        let keeper = self.0.keeper.borrow().clone();
        let (storage, name, text) = match keeper {
            Keeper::Memory | Keeper::Locked => return Ok(()),
            Keeper::Session => (session(), SESSION, content),
            Keeper::Sealed(sealer) => {
                let sealed = sealer.seal(content.as_bytes()).await.map_err(refused)?;
                (local(), SEALED, serde_json::to_string(&sealed).unwrap_or_default())
            }
        };
        let storage =
            storage.ok_or_else(|| KeyringError::Refused("this browser stores nothing for this site".into()))?;
        storage.set_item(name, &text).map_err(refused)
    }
}

/// Whatever was kept beyond memory is gone.
fn erase() {
    for (storage, name) in [(session(), SESSION), (local(), SEALED)] {
        // Removing what isn't there is no failure.
        let _ = storage.map(|storage| storage.remove_item(name));
    }
}

fn sealed() -> Option<Sealed> {
    serde_json::from_str(&local()?.get_item(SEALED).ok().flatten()?).ok()
}

fn session() -> Option<Storage> {
    web_sys::window()?.session_storage().ok().flatten()
}

fn local() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

fn refused(error: JsValue) -> KeyringError {
    KeyringError::Refused(words(&error))
}
