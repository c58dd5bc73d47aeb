//! What an earlier version of the site stored is brought up to date: a database without the table of conversations,
//! samples with their conversations within, tasks without what the audit left.

use std::time::Duration;

use serde_json::json;

use crate::journey::journey;
use crate::records::read;
use crate::sample::finished;

const LONG: Duration = Duration::from_secs(180);

/// Puts the database back as the earlier version kept it; gives how many samples there are.
const BACK: &str = "
    const parsed = async value => JSON.parse(await text(value)), blob = value => new Blob([JSON.stringify(value)]);
    const names = [...database.objectStoreNames].filter(name => name != 'conversations'), kept = {};
    const table = name => database.transaction(name).objectStore(name);
    const task = old => {
        old.version = 1;
        if (old.audit) delete old.audit.revised_answer;
        return old;
    };
    let samples = 0;
    for (const name of names) {
        kept[name] = [];
        const keys = await get(table(name).getAllKeys()), values = await get(table(name).getAll());
        for (const i in keys) {
            let value = values[i];
            if (name == 'tasks') {
                const old = await parsed(value);
                value = blob(Array.isArray(old) ? old.map(task) : task(old));
            } else if (name == 'samples') {
                const old = await parsed(value);
                for (const [who, said] of [['agent', 'transcript'], ['judge', 'judging']]) {
                    const stored = await get(table('conversations').get(keys[i] + '/' + who));
                    if (stored) old[said] = await parsed(stored);
                    delete old[who + '_turns'];
                }
                old.version = 1;
                value = blob(old);
                samples++;
            }
            kept[name].push([keys[i], value]);
        }
    }
    const called = database.name;
    database.close();
    // The engine gives way, as to a later version of the site.
    await get(indexedDB.deleteDatabase(called));
    const request = indexedDB.open(called, 1);
    request.onupgradeneeded = () => names.forEach(name => request.result.createObjectStore(name));
    const old = await get(request), writing = old.transaction(names, 'readwrite');
    for (const name of names) for (const [key, value] of kept[name]) writing.objectStore(name).put(value, key);
    await new Promise((ok, no) => { writing.oncomplete = ok; writing.onabort = no; });
    old.close();
    return samples;";

#[tokio::test]
async fn what_an_earlier_version_stored_is_still_there() {
    journey("earlier store", async |page| {
        page.open("/", "published").await;
        page.click("door-demo").await;
        finished(page, LONG).await;
        let samples = read(page, BACK).await.as_u64().expect("a number");
        assert!(samples > 0);
        page.open("/results", "results").await;
        page.see_text_within("sample-count", &format!("{samples} samples"), LONG).await;
        page.choose("sample-condition-code_only").await;
        page.click("sample-row").await;
        page.see("tool-call").await;
        page.go("tasks").await;
        page.click("task-row").await;
        page.see("audit-changes").await;
        let now = "return [database.version, (await get(database.transaction('conversations')
            .objectStore('conversations').count())) > 0]";
        assert_eq!(read(page, now).await, json!([2, true]));
        page.no_complaints().await;
    })
    .await;
}
