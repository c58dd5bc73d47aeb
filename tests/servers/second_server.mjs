// aimock, an independent server of the wire forms, scripted: it explores with two calls at once, answers, and judges.
// Run by tests/journeys/fault_server.rs: `node second_server.mjs FOLDER`, where FOLDER holds node_modules; prints its
// address.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(pathToFileURL(`${process.argv[2]}/`));
const { LLMock } = await import(pathToFileURL(resolve("@copilotkit/aimock")));

const verdict = { accuracy: 4, completeness: 3, specificity: 5, explanation: "Names the parts." };
const calls = [
  { name: "list_directory", arguments: JSON.stringify({ path: "" }) },
  { name: "search_code", arguments: JSON.stringify({ pattern: "class \\w+" }) },
];
const text = (message) =>
  typeof message?.content === "string" ? message.content : JSON.stringify(message?.content ?? "");
const says = (request, part) => request.messages.some((message) => text(message).includes(part));
const hasResults = (request) => request.messages.some((message) => message.role === "tool");

const mock = new LLMock({ port: 0 });
mock.on({ predicate: (request) => says(request, "You judge") }, { content: JSON.stringify(verdict) });
mock.on({ predicate: (request) => request.tools?.length > 0 && !hasResults(request) }, { toolCalls: calls });
mock.on({ predicate: () => true }, { content: "`SensorHub.poll` reads every sensor." });
await mock.start();
console.log(mock.url);
