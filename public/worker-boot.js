// Starts the engine worker. `?v=HASH` names the version that the page was built with, so that a cached
// worker of another version is never taken.
const version = new URL(self.location.href).searchParams.get("v");
const query = version ? `?v=${encodeURIComponent(version)}` : "";
const { default: init } = await import(`./worker.js${query}`);
await init({ module_or_path: new URL(`./worker_bg.wasm${query}`, self.location.href) });
