import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as pi from "@earendil-works/pi-coding-agent";
import { describe, expect, it } from "vitest";
import { type StandOptions, stand, Untouched, victim } from "./attacks/stand.ts";
import { setUpServer, userServers } from "./bench/mcp-server.ts";
import { calls } from "./bench/model.ts";
import { finish, stand as stepStand } from "./step-runner/stand.ts";

// pi 1.x connects to MCP servers by itself. Their tools are known by their server, not as pi's own.

const [LOOK, TOUCH] = ["mcp__records__look", "mcp__records__touch"];
const { createMcpExtension } = pi as unknown as { createMcpExtension?: () => (api: pi.ExtensionAPI) => void };
// As pi's program loads it.
const mcp = { name: "mcp", factory: createMcpExtension?.() ?? (() => {}), builtin: true, replaceable: true };

async function planning(user: Record<string, unknown> = {}, options: StandOptions = {}) {
  const project = victim(user);
  const log = setUpServer(userServers(project.agentDir));
  const here = await stand({
    flags: { plan: true },
    project,
    extensions: [mcp],
    extensionPaths: ["builtin:mcp"],
    ...options,
  });
  return { here, log, untouched: new Untouched(project, here.session.agent.id) };
}

describe("tools of an MCP server while planning", () => {
  it("are refused: one that changes something without a question, one that claims to read where no person can be asked", async () => {
    const { here, log, untouched } = await planning();
    const results = await here.tries([TOUCH, { text: "7" }], [LOOK, { text: "7" }]);
    expect(results.map(([tool, isError]) => [tool, isError])).toEqual([
      [TOUCH, true],
      [LOOK, true],
    ]);
    expect(results[0]?.[2]).toContain("UNKNOWN_TOOL");
    expect(existsSync(log)).toBe(false);
    expect(untouched.changed()).toEqual([]);
  });

  it("are hidden, but for one that a person can be asked about", async () => {
    const { here } = await planning({}, { canAsk: true });
    await here.tries(["read", { path: "a.txt" }]);
    expect(here.bench.saw.tools).not.toContain(TOUCH);
    expect(here.bench.saw.tools).toContain(LOOK);
    expect(here.session.tools.sourceOf(TOUCH)).toBe("mcp:records");
  });

  it.each([
    ["its name", { [LOOK]: "read" }],
    ["its server", { "mcp:records": "read" }],
  ])("run if the user's settings call them reading, by %s", async (_, tools) => {
    const { here, log } = await planning({ tools });
    const [result] = await here.tries([LOOK, { text: "7" }]);
    expect(result).toEqual([LOOK, false, "look: 7"]);
    expect(readFileSync(log, "utf8")).toBe("look 7\n");
  });

  it("are offered to steps, with their server", async () => {
    const { here } = await planning();
    await here.tries(["read", { path: "a.txt" }]);
    expect(here.session.stepTools()).toContainEqual({ tool: TOUCH, source: "mcp:records" });
  });
});

describe("a step that was signed for a tool of an MCP server", () => {
  it.each(["direct", "codemode"] as const)("has it, and no other of that server (%s)", async (exposure) => {
    const made = await stepStand({
      step: { tools: [TOUCH] },
      responses: [calls([TOUCH, { text: "7" }]), calls([LOOK, { text: "7" }]), calls(finish())],
    });
    const log = setUpServer(userServers(made.project.agentDir), exposure);
    const claim = await made.run();
    expect(claim).toMatchObject({ status: "completed" });
    await claim.close?.();
    expect(made.judged.map(([{ tool, source }]) => [tool, source])).toEqual([[TOUCH, "mcp:records"]]);
    expect(made.model.saw.tools.toSorted()).toEqual(["finish_step", TOUCH]);
    expect(readFileSync(log, "utf8")).toBe("touch 7\n");
  });

  it("starts no server of a project that pi does not trust", async () => {
    const made = await stepStand({ step: { tools: [TOUCH] } });
    // A server of the user's, so that pi's part for servers is there.
    setUpServer(userServers(made.project.agentDir));
    const log = setUpServer(join(made.project.cwd, ".pi", "mcp.json"));
    const claim = await made.run();
    await claim.close?.();
    expect(existsSync(log)).toBe(false);
  });
});
