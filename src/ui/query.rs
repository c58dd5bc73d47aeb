//! State that belongs in the address, so that a link reopens the view.

use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::hooks::query_signal_with_options;

use super::route::in_place;

/// A parameter of the address, and how to change it. Setting `None` removes it.
#[derive(Clone, Copy)]
pub struct Param {
    /// Its value.
    pub value: Memo<Option<String>>,
    set: SignalSetter<Option<String>>,
}

impl Param {
    /// The parameter called `key`. Each change is a step that *Back* undoes.
    pub fn new(key: &'static str) -> Self {
        let (value, set) = query_signal_with_options::<String>(key, in_place());
        Self { value, set }
    }

    /// The parameter called `key`, for what is typed or switched: changes are no steps of their own.
    pub fn replacing(key: &'static str) -> Self {
        let options = NavigateOptions { replace: true, ..in_place() };
        let (value, set) = query_signal_with_options::<String>(key, options);
        Self { value, set }
    }

    /// Its value; empty where it is absent.
    pub fn get(self) -> String {
        self.value.get().unwrap_or_default()
    }

    /// Its value, without following it; empty where it is absent.
    pub fn get_untracked(self) -> String {
        self.value.get_untracked().unwrap_or_default()
    }

    /// Whether it has this value.
    pub fn is(self, value: &str) -> bool {
        self.value.with(|v| v.as_deref() == Some(value))
    }

    /// Sets or, where `value` is empty, removes it.
    pub fn set(self, value: impl Into<String>) {
        let value = Some(value.into()).filter(|v: &String| !v.is_empty());
        if value != self.value.get_untracked() {
            self.set.set(value);
        }
    }

    /// Removes it.
    pub fn clear(self) {
        self.set(String::new());
    }

    /// The parameter as tabs and selects want it: the value, `standard` where it is absent.
    pub fn or(self, standard: &'static str) -> Signal<String> {
        Signal::derive(move || self.value.get().unwrap_or_else(|| standard.to_owned()))
    }

    /// Sets the parameter, and removes it where the value is the standard one.
    pub fn setter(self, standard: &'static str) -> Callback<String> {
        Callback::new(move |value: String| if value == standard { self.clear() } else { self.set(value) })
    }
}
