#!/usr/bin/env node
// Serves the built site on this machine only, for `make serve`:
//
//     node scripts/serve.mjs [FOLDER] [PORT]
//
// A path without a file gets index.html, so that deep links work. Port 0 takes any free port.
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".gz": "application/gzip",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

const folder = await realpath(resolve(process.argv[2] ?? "dist")).catch(() => fail("the folder is missing: run `make build`"));
const port = Number(process.argv[3] ?? 8080);
if (!Number.isInteger(port) || port < 0 || port > 65535) fail(`${process.argv[3]} is no port`);

function fail(message) {
  console.error(`serve: ${message}`);
  process.exit(1);
}

/** The file for an address, or nothing where there is none in the folder. */
async function fileFor(address) {
  let path;
  try {
    path = decodeURIComponent(new URL(address, "http://localhost").pathname);
  } catch {
    return undefined;
  }
  // Links are followed before the comparison: neither `..` nor a link leads out of the folder.
  const file = await realpath(join(folder, path)).catch(() => undefined);
  if (!file?.startsWith(folder + sep)) return undefined;
  return (await stat(file)).isFile() ? file : undefined;
}

const server = createServer(async (request, response) => {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const found = await fileFor(request.url);
  const isAsset = extname(request.url.split("?")[0]) !== "";
  if (!found && isAsset) {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("Not found\n");
    return;
  }
  const file = found ?? join(folder, "index.html");
  const size = (await stat(file).catch(() => undefined))?.size;
  if (size === undefined) {
    response.writeHead(503, { "content-type": "text/plain; charset=utf-8" }).end("The site is being built\n");
    return;
  }
  response.writeHead(200, {
    "cache-control": "no-cache",
    "content-length": size,
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    "x-content-type-options": "nosniff",
  });
  if (request.method === "HEAD") response.end();
  else createReadStream(file).on("error", () => response.destroy()).pipe(response);
});

server.on("error", (error) => {
  fail(error.code === "EADDRINUSE" ? `port ${port} is taken: choose another with PORT=8081` : error.message);
});
server.listen(port, "127.0.0.1", () => {
  console.log(`Serving ${folder} at http://127.0.0.1:${server.address().port}/ (Ctrl+C stops)`);
});
