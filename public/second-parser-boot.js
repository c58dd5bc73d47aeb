// Starts the second parser's worker, of the version that `?v=HASH` names.
const version = new URL(self.location.href).searchParams.get("v");
const query = version ? `?v=${encodeURIComponent(version)}` : "";
const { default: init } = await import(`./second-parser.js${query}`);
await init({ module_or_path: new URL(`./second-parser_bg.wasm${query}`, self.location.href) });
