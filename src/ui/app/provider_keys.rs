//! The keyring behind the pages: gives the engine its keys whenever it starts, and keeps them as the user wishes.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::adapters::keyring::{Keeping as Kept, Keyring, KeyringError};
use crate::adapters::sign_in;
use crate::domain::provider::is_key;
use crate::engine::protocol::Command;
use crate::ui::engine::EngineHandle;
use crate::ui::provider_keys::{Keeping, KeysHandle};
use crate::ui::state::{Link, State};

/// What the callbacks share.
#[derive(Clone, Copy)]
struct Root {
    keyring: StoredValue<Keyring, LocalStorage>,
    engine: EngineHandle,
    keeping: RwSignal<Keeping>,
    problem: RwSignal<Option<String>>,
}

/// The pages' handle on the keys.
pub fn keys(state: State, engine: EngineHandle) -> KeysHandle {
    let keyring = Keyring::load();
    let keeping = RwSignal::new(of(keyring.keeping()));
    let root = Root { keyring: StoredValue::new_local(keyring), engine, keeping, problem: RwSignal::new(None) };
    // A fresh engine has no keys, whether it is the first or took the place of one that died.
    Effect::new(move |_| {
        if state.link.get() == Link::Ready {
            root.send_all();
        }
    });
    let returned = StoredValue::new(sign_in::returned());
    Effect::new(move |_| {
        // The engine knows the provider once it has read what is stored.
        let is_known = |id: &str| state.settings.view.with(|view| view.providers.iter().any(|p| p.id == id));
        if returned.with_value(|back| back.as_ref().is_some_and(|back| is_known(&back.provider)))
            && let Some(back) = returned.try_update_value(Option::take).flatten()
        {
            engine.send(Command::SignIn { provider: back.provider, code: back.code, verifier: back.verifier });
        }
    });
    Effect::new(move |_| {
        if let Some((provider, key)) = state.settings.signed_in.get() {
            root.set(provider, key);
        }
    });
    KeysHandle {
        keeping: keeping.into(),
        problem: root.problem.into(),
        set: Callback::new(move |(provider, key)| root.set(provider, key)),
        keep: Callback::new(move |keeping| root.keep(keeping)),
        seal: Callback::new(move |passphrase: String| {
            root.act(async move |keyring| keyring.seal(&passphrase).await);
        }),
        unlock: Callback::new(move |passphrase: String| {
            root.act(async move |keyring| keyring.unlock(&passphrase).await);
        }),
        forget_all: Callback::new(move |()| root.forget_all()),
        sign_in: Callback::new(move |(provider, base_url): (String, String)| {
            spawn_local(async move {
                if let Err(error) = sign_in::leave(&provider, &base_url).await {
                    root.problem.set(Some(format!("The sign-in could not begin: {error:?}")));
                }
            });
        }),
    }
}

impl Root {
    fn set(self, provider: String, key: String) {
        self.engine.send(Command::SetKey { provider: provider.clone(), key: key.clone() });
        // The engine says what is wrong with a key that can't be one; it isn't kept.
        if !is_key(&key) {
            return;
        }
        self.act(async move |keyring| keyring.set(&provider, &key).await);
    }

    fn keep(self, keeping: Keeping) {
        self.act(async move |keyring| match keeping {
            Keeping::Session => keyring.keep_for_session().await,
            _ => {
                keyring.keep_in_memory();
                Ok(())
            }
        });
    }

    fn forget_all(self) {
        let keyring = self.keyring.get_value();
        for (provider, _) in keyring.keys() {
            self.engine.send(Command::SetKey { provider, key: String::new() });
        }
        keyring.forget_all();
        self.keeping.set(of(keyring.keeping()));
        self.problem.set(None);
    }

    /// Does something with the keyring, and tells the pages and the engine what came of it.
    fn act(self, what: impl AsyncFnOnce(&Keyring) -> Result<(), KeyringError> + 'static) {
        let keyring = self.keyring.get_value();
        spawn_local(async move {
            let done = what(&keyring).await;
            self.problem.set(done.err().map(|error| words(&error)));
            self.keeping.set(of(keyring.keeping()));
            self.send_all();
        });
    }

    fn send_all(self) {
        for (provider, key) in self.keyring.get_value().keys() {
            self.engine.send(Command::SetKey { provider, key });
        }
    }
}

fn of(kept: Kept) -> Keeping {
    match kept {
        Kept::Memory => Keeping::Memory,
        Kept::Session => Keeping::Session,
        Kept::Sealed => Keeping::Sealed,
        Kept::Locked => Keeping::Locked,
    }
}

fn words(error: &KeyringError) -> String {
    match error {
        KeyringError::WrongPassphrase => "That is not the passphrase that the keys were sealed under.".into(),
        KeyringError::Refused(why) => format!("The keys could not be kept so; they are in memory. ({why})"),
    }
}
