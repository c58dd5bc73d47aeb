//! How keys are kept: in memory, for the session, or sealed under a passphrase.

use leptos::prelude::*;

use crate::ui::components::{Advice, Button, Field, NoticeTone, Tone};
use crate::ui::provider_keys::{Keeping, use_keys};

/// Characters of a passphrase at least.
const SHORTEST: usize = 8;

/// The section.
#[component]
pub fn Keys() -> impl IntoView {
    let keys = use_keys();
    let now = move || match keys.keeping.get() {
        Keeping::Memory => "Keys are in this page's memory only: after a reload they are entered again.",
        Keeping::Session => "Keys stay until this tab is closed, also over reloads.",
        Keeping::Sealed => "Keys are kept in this browser, encrypted under your passphrase.",
        Keeping::Locked => "Keys are kept in this browser, encrypted. Give the passphrase to use them.",
    };
    let is = move |keeping| Signal::derive(move || keys.keeping.get() == keeping);
    // While the keys are locked, keeping them otherwise would lose them: they are opened or forgotten first.
    let keep = move |keeping| Callback::new(move |()| keys.keep.run(keeping));
    view! {
        <section aria-label="Keys" data-test="keys">
            <h2>"Keys"</h2>
            <p data-test="keys-state">{now}</p>
            {move || keys.problem.get().map(|text| view! { <Advice test="keys-problem" tone=NoticeTone::Error message=text/> })}
            <div class="acts" role="group" aria-label="How keys are kept">
                <Button test="keys-memory" pressed=is(Keeping::Memory) disabled=is(Keeping::Locked) on_click=keep(Keeping::Memory)>"In memory only"</Button>
                <Button test="keys-session" pressed=is(Keeping::Session) disabled=is(Keeping::Locked) on_click=keep(Keeping::Session)>
                    "Until the tab is closed"
                </Button>
                <Button
                    test="keys-forget"
                    tone=Tone::Danger
                    on_click=Callback::new(move |()| keys.forget_all.run(()))
                >
                    "Forget all keys"
                </Button>
            </div>
            <Passphrase/>
            <p class="quiet prose">
                "A key goes out only in the header of requests to its own provider. It is in no address, log, export or \
                 transcript. Encrypted means AES-256-GCM under a key made of your passphrase by PBKDF2 (600,000 rounds)."
            </p>
        </section>
    }
}

/// Gives the passphrase: to open what is sealed, or to seal.
#[component]
fn Passphrase() -> impl IntoView {
    let keys = use_keys();
    let (text, set_text) = signal(String::new());
    let is_locked = Memo::new(move |_| keys.keeping.get() == Keeping::Locked);
    let act = Callback::new(move |()| {
        let passphrase = text.get_untracked();
        if is_locked.get_untracked() {
            keys.unlock.run(passphrase)
        } else {
            keys.seal.run(passphrase)
        }
        set_text.set(String::new());
    });
    let is_short = Signal::derive(move || text.with(|text| text.chars().count() < SHORTEST));
    let label = move || if is_locked.get() { "Open the keys" } else { "Keep them encrypted" };
    view! {
        <form class="fields" on:submit=move |event| event.prevent_default()>
            <Field
                test="keys-passphrase"
                label="Passphrase"
                kind="password"
                hint="At least eight characters. Nobody can bring it back: without it, keys are entered again."
                value=text
                on_input=Callback::new(move |value| set_text.set(value))
            />
            <Button test="keys-seal" disabled=is_short on_click=act>{label}</Button>
        </form>
    }
}
