//! What a canvas depends on beside its chart: how wide it may be, and how fine the screen is.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::MediaQueryList;

type Observer = (web_sys::ResizeObserver, Closure<dyn FnMut(js_sys::Array)>);

/// The width of an element in whole pixels, followed as it changes.
pub fn use_width(frame: NodeRef<html::Div>) -> ReadSignal<Option<f64>> {
    let (width, set_width) = signal(None);
    let observer = StoredValue::new_local(None::<Observer>);
    Effect::new(move |_| {
        let Some(frame) = frame.get() else { return };
        let changed = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let entry = entries.get(0).dyn_into::<web_sys::ResizeObserverEntry>().ok();
            let measured = entry.map(|e| e.content_rect().width().floor()).filter(|w| *w > 0.0);
            if measured.is_some() && measured != width.get_untracked() {
                set_width.set(measured);
            }
        });
        if let Ok(new) = web_sys::ResizeObserver::new(changed.as_ref().unchecked_ref()) {
            new.observe(&frame);
            observer.set_value(Some((new, changed)));
        }
    });
    on_cleanup(move || {
        observer.update_value(|held| {
            if let Some((observer, _)) = held.take() {
                observer.disconnect();
            }
        });
    });
    width
}

type Watched = (MediaQueryList, Closure<dyn FnMut()>);

/// The device's pixel ratio, followed as the page is zoomed or moved to another screen.
pub fn use_pixel_ratio() -> ReadSignal<f64> {
    let (ratio, set_ratio) = signal(window().device_pixel_ratio());
    let watched = StoredValue::new_local(None::<Watched>);
    // A media query tells when it no longer holds; the next ratio needs the next query.
    Effect::new(move |_| {
        let query = window().match_media(&format!("(resolution: {}dppx)", ratio.get())).ok().flatten();
        let Some(query) = query else { return };
        let changed = Closure::<dyn FnMut()>::new(move || set_ratio.set(window().device_pixel_ratio()));
        if query.add_event_listener_with_callback("change", changed.as_ref().unchecked_ref()).is_ok() {
            release(watched);
            watched.set_value(Some((query, changed)));
        }
    });
    let handle = window_event_listener(leptos::ev::resize, move |_| {
        let now = window().device_pixel_ratio();
        if now != ratio.get_untracked() {
            set_ratio.set(now);
        }
    });
    on_cleanup(move || {
        handle.remove();
        release(watched);
    });
    ratio
}

fn release(watched: StoredValue<Option<Watched>, LocalStorage>) {
    watched.update_value(|held| {
        if let Some((query, changed)) = held.take() {
            // Fails for no listener that was added above.
            let _ = query.remove_event_listener_with_callback("change", changed.as_ref().unchecked_ref());
        }
    });
}
