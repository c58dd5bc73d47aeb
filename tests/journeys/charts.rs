//! Charts: sharp on any screen, walked through by keys, and taken along.

use std::time::Duration;

use serde_json::json;

use crate::downloads::{downloaded, downloads};
use crate::journey::journey;
use crate::looks::overflow;
use crate::page::Page;
use crate::published::drawn;

const SOON: Duration = Duration::from_secs(20);
const ADDRESSES: [&str; 4] = ["/", "/?view=delta", "/?view=repositories", "/?view=multiple_choice"];

#[tokio::test]
async fn charts_are_sharp_at_any_size_and_on_any_screen() {
    journey("charts sharp", async |page| {
        for address in ADDRESSES {
            page.look(1280, 900, "light").await.expect("the size can be set");
            page.open(address, "published").await;
            for width in [360, 800, 1920] {
                for (ratio, theme) in [(1, "light"), (2, "light"), (2, "dark"), (1, "dark")] {
                    page.look_on(width, 900, theme, ratio).await.expect("the screen can be set");
                    sharp(page, address, width, theme).await;
                    drawn(page, address).await;
                }
                let wide = overflow(page).await;
                assert!(wide.is_none(), "{address} at {width} px: {wide:?}");
                let name = address.split('=').nth(1).unwrap_or("conditions");
                page.screenshot(&format!("charts-{name}-{width}")).await;
            }
        }
        page.no_complaints().await;
    })
    .await;
}

/// Waits until every canvas has a pixel for each of the screen's, is as wide as its frame, and has the
/// theme's ground.
async fn sharp(page: &Page, address: &str, width: u32, theme: &str) {
    const SCRIPT: &str = "
        const ground = arguments[0];
        const canvases = [...document.querySelectorAll('figure.chart canvas')];
        const is_sharp = canvas => {
            const box = canvas.getBoundingClientRect(), ratio = window.devicePixelRatio;
            const frame = canvas.parentElement.getBoundingClientRect();
            if (!canvas.width || !canvas.height) return false;
            const pixel = canvas.getContext('2d').getImageData(1, 1, 1, 1).data;
            return canvas.width === Math.round(box.width * ratio) && canvas.height === Math.round(box.height * ratio)
                && Math.abs(frame.width - box.width) < 1 && [...pixel.slice(0, 3)].join() === ground;
        };
        return canvases.length > 0 && canvases.every(is_sharp);";
    let ground = if theme == "dark" { "21,24,28" } else { "255,255,255" };
    let look = async || (page.script(SCRIPT, json!([ground])).await == true).then_some(());
    page.until(format!("sharp charts at {address}, {width} px, {theme}"), SOON, look).await;
}

#[tokio::test]
async fn a_chart_is_walked_through_by_keys() {
    journey("charts keys", async |page| {
        for width in [360, 1280] {
            page.look(width, 700, "light").await.expect("the size can be set");
            page.open("/", "published").await;
            drawn(page, "conditions").await;
            page.script("document.querySelector('[data-test=\"chart-canvas\"]').focus()", json!([])).await;
            let named = page.attribute("[data-test=\"chart-canvas\"]", "aria-label").await;
            assert!(named.contains("Highest:") && named.contains("closed-book"), "{named}");

            let first = walk(page, "ArrowRight").await;
            assert!(first.contains("closed-book") && first.contains("n = "), "{first}");
            let second = walk(page, "ArrowRight").await;
            assert!(second.contains("code-only"), "{second}");
            let below = walk(page, "ArrowDown").await;
            assert!(below.contains("code-only") && below != second, "{below}");
            let last = walk(page, "End").await;
            assert!(last.contains("documented"), "{last}");
            assert_eq!(walk(page, "ArrowRight").await, last, "there is nothing after the last");
            assert_eq!(walk(page, "Home").await, first);
            press(page, "Escape").await;
            page.gone("chart-tip").await;
        }
        page.no_complaints().await;
    })
    .await;
}

async fn press(page: &Page, key: &str) {
    const SCRIPT: &str = "document.activeElement.dispatchEvent(
        new KeyboardEvent('keydown', {key: arguments[0], bubbles: true, cancelable: true}))";
    page.script(SCRIPT, json!([key])).await;
    page.settle().await;
}

/// Presses a key, and gives what is read out; the tooltip says the same, and lies within the window.
async fn walk(page: &Page, key: &str) -> String {
    press(page, key).await;
    page.see("chart-tip").await;
    const SCRIPT: &str = "
        const tip = document.querySelector('[data-test=\"chart-tip\"]'), box = tip.getBoundingClientRect();
        const is_seen = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
        const place = [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ');
        const said = document.querySelector('[data-test=\"chart-live\"]').textContent.trim();
        return [said, tip.innerText, is_seen ? '' : place];";
    let found = page.script(SCRIPT, json!([])).await;
    let [said, shown, outside] = [0, 1, 2].map(|at| found[at].as_str().unwrap_or_default().to_owned());
    assert!(outside.is_empty(), "the tooltip of {said} is at {outside}");
    let value = said.split(": ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    assert!(!value.is_empty() && shown.contains(value), "\"{shown}\" says what is read out: \"{said}\"");
    said
}

#[tokio::test]
async fn a_chart_is_taken_along() {
    journey("charts downloads", async |page| {
        let folder = downloads(page, "charts").await;
        page.look(1280, 900, "dark").await.expect("the size can be set");
        page.open("/", "published").await;
        drawn(page, "conditions").await;
        let name = "score-per-model-and-condition-on-code-derivable-tasks-with";

        save(page, "chart-csv").await;
        let csv = String::from_utf8(downloaded(page, &folder, &format!("{name}.csv")).await).expect("CSV is text");
        assert!(csv.starts_with("group,series,value,low,high,n\r\n") && csv.lines().count() > 12, "{csv}");

        save(page, "chart-svg").await;
        let svg = String::from_utf8(downloaded(page, &folder, &format!("{name}.svg")).await).expect("SVG is text");
        assert!(svg.contains("<title>Score per model") && svg.contains(">\nclosed-book"), "{svg}");
        let problems = text_problems(page, &svg).await;
        assert!(problems.is_empty(), "in the fonts of this browser: {problems:?}");

        save(page, "chart-png").await;
        let png = downloaded(page, &folder, &format!("{name}.png")).await;
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let width = u32::from_be_bytes([png[16], png[17], png[18], png[19]]);
        assert_eq!(width, 1920, "twice as wide as the picture");

        page.click("chart-download").await;
        menu(page, true).await;
        page.script("document.querySelector('[data-test=\"chart-csv\"]').focus()", json!([])).await;
        press(page, "Escape").await;
        menu(page, false).await;
        page.no_complaints().await;
    })
    .await;
}

async fn save(page: &Page, form: &str) {
    page.click("chart-download").await;
    menu(page, true).await;
    page.click(form).await;
    menu(page, false).await;
}

/// Waits until the menu is open, or closed.
async fn menu(page: &Page, is_open: bool) {
    let look = async || {
        (page.script("return document.querySelector('details.menu').open", json!([])).await == is_open).then_some(())
    };
    page.until(format!("the menu, open: {is_open}"), SOON, look).await;
}

/// Texts of a picture that overlap or leave it, as this browser sets them.
async fn text_problems(page: &Page, svg: &str) -> Vec<String> {
    const SCRIPT: &str = "
        const host = document.createElement('div');
        host.style.cssText = 'position:absolute;left:0;top:0';
        host.innerHTML = arguments[0];
        document.body.append(host);
        const picture = host.querySelector('svg').getBoundingClientRect();
        const texts = [...host.querySelectorAll('text')].map(text => [text.textContent.trim(), text.getBoundingClientRect()]);
        const problems = [];
        texts.forEach(([name, a], i) => {
            if (a.left < picture.left || a.right > picture.right || a.top < picture.top || a.bottom > picture.bottom)
                problems.push(`${name} leaves the picture`);
            for (const [other, b] of texts.slice(i + 1))
                if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4) problems.push(`${name} over ${other}`);
        });
        host.remove();
        return problems.length || texts.length > 10 ? problems : ['no texts were found'];";
    let found = page.script(SCRIPT, json!([svg])).await;
    let Some(found) = found.as_array() else { return vec!["the picture can't be shown".into()] };
    found.iter().map(|problem| problem.as_str().unwrap_or_default().to_owned()).collect()
}
