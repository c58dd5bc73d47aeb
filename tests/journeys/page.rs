//! The page as a user meets it: things are named by their `data-test`, and everything is waited for.

use std::cell::RefCell;
use std::fmt::Display;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use fantoccini::Locator;
use fantoccini::error::CmdError;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::journey::screenshots;

/// Time for what should be there at once. Long, since test machines are slow.
const SOON: Duration = Duration::from_secs(30);
const POLL: Duration = Duration::from_millis(100);

/// A browser on the site.
pub struct Page {
    pub browser: Browser,
    address: String,
}

impl Page {
    pub fn new(browser: Browser, address: String) -> Self {
        Self { browser, address }
    }

    /// Opens an address of the site, and waits for the page that should be there.
    pub async fn open(&self, path: &str, page: &str) {
        self.browser.client.goto(&format!("{}{path}", self.address)).await.expect("the address opens");
        self.see(&format!("page-{page}")).await;
    }

    /// Reloads the page.
    pub async fn reload(&self) {
        self.browser.client.refresh().await.expect("the page reloads");
    }

    /// Goes to a page by its link in the frame.
    pub async fn go(&self, page: &str) {
        self.click(&format!("nav-{page}")).await;
        self.see(&format!("page-{page}")).await;
    }

    /// Waits until `look` finds something.
    pub async fn until<T>(&self, what: impl Display, within: Duration, look: impl AsyncFn() -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(found) = look().await {
                return found;
            }
            if began.elapsed() > within {
                let shown = self.script("return location.href + '\\n' + document.body.innerText", json!([])).await;
                let shown: String = shown.as_str().unwrap_or_default().chars().take(3000).collect();
                panic!("waited {} s in vain for {what}; the page shows:\n{shown}", within.as_secs());
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// Waits for an element that can be seen.
    pub async fn see(&self, test: &str) {
        self.until(format!("[{test}]"), SOON, async || (!self.texts(test).await.is_empty()).then_some(())).await;
    }

    /// Waits for an element that contains a text, and gives the whole of it.
    pub async fn see_text(&self, test: &str, part: &str) -> String {
        self.see_text_within(test, part, SOON).await
    }

    /// As [`Self::see_text`], for long acts.
    pub async fn see_text_within(&self, test: &str, part: &str, within: Duration) -> String {
        let look = async || self.texts(test).await.into_iter().find(|text| text.contains(part));
        self.until(format!("\"{part}\" in [{test}]"), within, look).await
    }

    /// Waits for a number above zero in an element, such as `1,234 files`.
    pub async fn see_count(&self, test: &str) -> u64 {
        let look = async || self.texts(test).await.first().map(|text| number(text)).filter(|count| *count > 0);
        self.until(format!("a number in [{test}]"), SOON, look).await
    }

    /// Waits until there is no such element.
    pub async fn gone(&self, test: &str) {
        self.until(format!("the end of [{test}]"), SOON, async || self.texts(test).await.is_empty().then_some(()))
            .await;
    }

    /// Clicks the first such element, once it can be clicked.
    pub async fn click(&self, test: &str) {
        self.click_on(&selector(test)).await;
    }

    /// Clicks the first element of a CSS selector, once it can be clicked. What is redrawn in between is
    /// looked for again.
    pub async fn click_on(&self, css: &str) {
        const TO_THE_MIDDLE: &str = "document.querySelector(arguments[0])?.scrollIntoView({block: 'center'})";
        let hindrance = RefCell::new(String::from("it is not there"));
        let click = async || {
            self.script(TO_THE_MIDDLE, json!([css])).await;
            match self.try_click(css).await {
                Ok(()) => Some(()),
                Err(error) => {
                    *hindrance.borrow_mut() = error;
                    None
                }
            }
        };
        let what = std::fmt::from_fn(|f| write!(f, "a click on {css} ({})", hindrance.borrow()));
        self.until(what, SOON, click).await;
    }

    async fn try_click(&self, css: &str) -> Result<(), String> {
        let element = self.browser.client.find(Locator::Css(css)).await.map_err(|error| error.to_string())?;
        if !element.is_enabled().await.map_err(|error| error.to_string())? {
            return Err("it is disabled".into());
        }
        element.click().await.map_err(|error| error.to_string())
    }

    /// Clicks the label of a radio button or a check box, as the input itself may be hidden.
    pub async fn choose(&self, test: &str) {
        self.click_on(&format!("label:has({})", selector(test))).await;
    }

    /// Sets a field's text or number, as typing and leaving it would.
    pub async fn fill(&self, test: &str, text: &str) {
        self.see(test).await;
        const SCRIPT: &str = "
            const [css, text] = arguments, field = document.querySelector(css);
            field.focus();
            Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, text);
            field.dispatchEvent(new Event('input', {bubbles: true}));
            field.dispatchEvent(new Event('change', {bubbles: true}));";
        self.script(SCRIPT, json!([selector(test), text])).await;
    }

    /// Chooses the option of a select field whose name contains a text, once it is there.
    pub async fn select(&self, test: &str, part: &str) {
        const SCRIPT: &str = "
            const [css, part] = arguments, field = document.querySelector(css);
            const option = field && [...field.options].find(option => option.text.includes(part));
            if (!option) return false;
            field.value = option.value;
            field.dispatchEvent(new Event('change', {bubbles: true}));
            return true;";
        let select = async || (self.script(SCRIPT, json!([selector(test), part])).await == true).then_some(());
        self.until(format!("the choice \"{part}\" in [{test}]"), SOON, select).await;
    }

    /// Gives a file to a file input, which may be hidden.
    pub async fn give_file(&self, test: &str, path: &std::path::Path) {
        self.see_in_tree(test).await;
        let input = self.browser.client.find(Locator::Css(&selector(test))).await.expect("the input is there");
        input.send_keys(&path.to_string_lossy()).await.expect("the file is taken");
    }

    /// Gives what was set off by the last act the time to end.
    pub async fn settle(&self) {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }

    /// Waits for an element, seen or not.
    pub async fn see_in_tree(&self, test: &str) {
        let find = async || self.browser.client.find(Locator::Css(&selector(test))).await.ok().map(drop);
        self.until(format!("[{test}]"), SOON, find).await;
    }

    /// The texts of all such elements that are laid out.
    pub async fn texts(&self, test: &str) -> Vec<String> {
        const SCRIPT: &str = "
            return [...document.querySelectorAll(arguments[0])]
                .filter(element => element.getClientRects().length > 0)
                .map(element => element.innerText);";
        let texts = self.script(SCRIPT, json!([selector(test)])).await;
        texts.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// An attribute of the first element of a CSS selector, once it has it.
    pub async fn attribute(&self, css: &str, name: &str) -> String {
        const SCRIPT: &str = "return document.querySelector(arguments[0])?.getAttribute(arguments[1]) ?? null;";
        let look = async || self.script(SCRIPT, json!([css, name])).await.as_str().map(str::to_owned);
        self.until(format!("{name} of {css}"), SOON, look).await
    }

    /// Runs a script; nothing comes back where the page is on the move.
    pub async fn script(&self, script: &str, arguments: Value) -> Value {
        let arguments = arguments.as_array().cloned().unwrap_or_default();
        self.browser.client.execute(script, arguments).await.unwrap_or(Value::Null)
    }

    /// Keeps a screenshot under a name.
    pub async fn screenshot(&self, name: &str) -> PathBuf {
        let path = screenshots().join(format!("{name}.png"));
        std::fs::create_dir_all(screenshots()).expect("the target folder can be written");
        match self.browser.client.screenshot().await {
            Ok(png) => std::fs::write(&path, png).expect("the target folder can be written"),
            Err(error) => eprintln!("no screenshot of {name}: {error}"),
        }
        path
    }

    /// Makes the window so wide, narrower than a real window can be too, and light or dark.
    pub async fn look(&self, width: u32, height: u32, theme: &str) -> Result<(), CmdError> {
        self.look_on(width, height, theme, 1).await
    }

    /// The same on a screen with so many pixels to one of the page.
    pub async fn look_on(&self, width: u32, height: u32, theme: &str, ratio: u32) -> Result<(), CmdError> {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": false});
        self.browser.devtools("Emulation.setDeviceMetricsOverride", size).await?;
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": theme}]});
        self.browser.devtools("Emulation.setEmulatedMedia", media).await.map(drop)
    }

    /// Fails where the engine has complained or died.
    pub async fn no_complaints(&self) {
        for test in ["notice", "engine-lost"] {
            let found = self.texts(test).await;
            assert!(found.is_empty(), "[{test}]: {found:?}");
        }
    }
}

/// The CSS selector of a hook.
pub fn selector(test: &str) -> String {
    format!("[data-test=\"{test}\"]")
}

/// The first number in a text, its separators passed over.
pub fn number(text: &str) -> u64 {
    let digits: String = text
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(|c| c.is_ascii_digit() || matches!(c, ',' | '\u{202f}' | '\u{a0}' | ' '))
        .filter(char::is_ascii_digit)
        .collect();
    digits.parse().unwrap_or(0)
}
