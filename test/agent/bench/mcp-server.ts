import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** An MCP server that speaks JSON-RPC over its standard streams. Each call is a line in `mcp.log`. */
const SERVER = `
const { appendFileSync } = require("node:fs");
const schema = { type: "object", properties: { text: { type: "string" } } };
const tools = [
  { name: "look", description: "Look at a record", inputSchema: schema, annotations: { readOnlyHint: true } },
  { name: "touch", description: "Change a record", inputSchema: schema },
];
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "records", version: "1" } }),
  "tools/list": () => ({ tools }),
  "tools/call": ({ name, arguments: { text } }) => {
    appendFileSync(process.argv[2], name + " " + text + "\\n");
    return { content: [{ type: "text", text: name + ": " + text }] };
  },
  ping: () => ({}),
};
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params);
  const reply = result === undefined ? { error: { code: -32601, message: "no " + method } } : { result };
  process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...reply }) + "\\n");
});
`;

/** Sets up the server \`records\` in a settings file of pi; its log, which is missing until the first call. */
export function setUpServer(file: string, exposure: "direct" | "codemode" | "deferred" = "direct"): string {
  mkdirSync(dirname(file), { recursive: true });
  const [program, log] = [`${file}.server.cjs`, `${file}.log`];
  writeFileSync(program, SERVER);
  const records = { command: process.execPath, args: [program, log], exposure };
  writeFileSync(file, JSON.stringify({ mcpServers: { records }, autoEnableCodemode: false }));
  return log;
}

/** Where the user's pi has its MCP servers. */
export const userServers = (agentDir: string): string => join(agentDir, "mcp.json");
