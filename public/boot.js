// Starts the page: chooses the theme before anything is painted, loads the module, and says what to do
// where that fails. The module's addresses come as data attributes, so that no script is inline.
const boot = document.getElementById("boot");
const notice = document.getElementById("boot-notice");

try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: the system's theme it is.
}

const explain = (happened, advice, details) => {
  notice.replaceChildren();
  notice.setAttribute("role", "alert");
  for (const [tag, text] of [["strong", happened], ["p", advice], ["pre", details]]) {
    const element = document.createElement(tag);
    element.textContent = text;
    notice.append(element);
  }
};

try {
  if (typeof WebAssembly !== "object") throw new Error("WebAssembly is not available");
  const { default: init } = await import(boot.dataset.js);
  await init({ module_or_path: boot.dataset.wasm });
  notice.remove();
} catch (error) {
  const isMissing = typeof WebAssembly !== "object";
  explain(
    isMissing ? "This browser runs no WebAssembly." : "The page could not be started.",
    isMissing
      ? "Use a current Firefox, Chrome, Edge or Safari, and switch off lockdown or hardened modes for this page."
      : "Reload the page. If that does not help, the files may be incomplete or blocked by an extension.",
    String(error),
  );
  throw error;
}
