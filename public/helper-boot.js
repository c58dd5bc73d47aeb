// Starts a helper of the engine: another instance of its program, of the version that `?v=HASH` names. The first message
// holds the program as it is compiled; what comes while it starts is kept for it.
const version = new URL(self.location.href).searchParams.get("v");
const query = version ? `?v=${encodeURIComponent(version)}` : "";
self.onmessage = async ({ data }) => {
  const early = [];
  self.onmessage = (event) => early.push(event);
  try {
    const { default: init } = await import(`./worker.js${query}`);
    await init({ module_or_path: data.module });
    for (const event of early) self.onmessage(event);
  } catch {
    self.postMessage(null); // The engine does without.
  }
};
