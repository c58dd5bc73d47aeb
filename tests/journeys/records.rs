//! What the browser stores for the site, read beside the app.

use serde_json::Value;

use crate::page::Page;

/// Everything, as text: both storages of the page, and every record of the database with its key.
pub async fn everything(page: &Page) -> String {
    const SCRIPT: &str = "
        let all = JSON.stringify({...localStorage}) + JSON.stringify({...sessionStorage});
        for (const table of database.objectStoreNames) {
            const records = table => database.transaction(table).objectStore(table);
            for (const value of await get(records(table).getAll())) all += await text(value);
            all += JSON.stringify(await get(records(table).getAllKeys()));
        }
        return all;";
    read(page, SCRIPT).await.as_str().expect("a text").to_owned()
}

/// The samples of all runs, with their conversations.
pub async fn samples(page: &Page) -> Vec<Value> {
    // As texts: a number that goes through the browser loses whether it was whole.
    const SCRIPT: &str = "
        const table = name => database.transaction(name).objectStore(name);
        const keys = await get(table('samples').getAllKeys()), values = await get(table('samples').getAll());
        const all = [];
        for (const i in keys) {
            const said = async who => {
                const stored = await get(table('conversations').get(keys[i] + '/' + who));
                return stored ? text(stored) : null;
            };
            all.push([await text(values[i]), await said('agent'), await said('judge')]);
        }
        return all;";
    let parsed = |text: &Value| text.as_str().map(|text| serde_json::from_str(text).expect("a stored record"));
    let whole = |texts: &Value| {
        let mut sample: Value = parsed(&texts[0]).expect("a sample");
        for (at, name) in [(1, "transcript"), (2, "judging")] {
            if let Some(said) = parsed(&texts[at]) {
                sample[name] = said;
            }
        }
        sample
    };
    read(page, SCRIPT).await.as_array().into_iter().flatten().map(whole).collect()
}

/// Runs the body of an asynchronous function that has the site's database at hand.
pub async fn read(page: &Page, body: &str) -> Value {
    let script = format!(
        "const done = arguments[arguments.length - 1];
         const get = request => new Promise((ok, no) => {{
             request.onsuccess = () => ok(request.result);
             request.onerror = () => no(request.error);
         }});
         const text = async value => value instanceof Blob ? value.text() : new TextDecoder().decode(value);
         (async () => {{
             const [{{name}}] = await indexedDB.databases();
             const database = await get(indexedDB.open(name));
             try {{ return await (async () => {{ {body} }})(); }} finally {{ database.close(); }}
         }})().then(done, error => done({{failed: String(error)}}));"
    );
    let value = page.browser.client.execute_async(&script, Vec::new()).await.expect("the script runs");
    assert!(value.get("failed").is_none(), "{value}");
    value
}
