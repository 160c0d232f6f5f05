import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as pi from "@earendil-works/pi-coding-agent";
import { describe, expect, it, vi } from "vitest";
import { type StandOptions, stand, Untouched, victim } from "./attacks/stand.ts";
import { setUpServer, userServers } from "./bench/mcp-server.ts";
import { calls, says } from "./bench/model.ts";
import { finish, stand as stepStand } from "./step-runner/stand.ts";

// pi 1.x connects to MCP servers by itself. Their tools are known by their server, not as pi's own.

const [LOOK, TOUCH] = ["mcp__records__look", "mcp__records__touch"];
const { createMcpExtension } = pi as unknown as { createMcpExtension?: () => (api: pi.ExtensionAPI) => void };
// As pi's program loads it.
const mcp = { name: "mcp", factory: createMcpExtension?.() ?? (() => {}), builtin: true, replaceable: true };

type Exposure = Parameters<typeof setUpServer>[1];

async function planning(user: Record<string, unknown> = {}, options: StandOptions = {}, exposure?: Exposure) {
  const project = victim(user);
  const log = setUpServer(userServers(project.agentDir), exposure);
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

  // pi's own choice is `codemode`: it declares such tools to no model.
  it.each([
    "codemode",
    "deferred",
  ] as const)("that settings allow are declared, also if pi would not (%s)", async (exposure) => {
    const { here, log } = await planning({ tools: { "mcp:records": "read", [TOUCH]: "write" } }, {}, exposure);
    const { session } = here.bench;
    await vi.waitUntil(() => session.getAllTools().some(({ name }) => name === LOOK));
    expect(await here.tries([LOOK, { text: "7" }])).toEqual([[LOOK, false, "look: 7"]]);
    expect(readFileSync(log, "utf8")).toBe("look 7\n");
    expect(here.bench.saw.tools).not.toContain(TOUCH);
    await here.session.leave("cancelled", here.person());
    expect(session.getActiveToolNames()).not.toContain(LOOK);
  });

  it("are offered to steps, with their server", async () => {
    const { here } = await planning();
    await here.tries(["read", { path: "a.txt" }]);
    expect(here.session.stepTools()).toContainEqual({ tool: TOUCH, source: "mcp:records" });
  });
});

describe("codemode of pi's program", () => {
  const { createCodemodeExtension } = pi as unknown as { createCodemodeExtension?: typeof createMcpExtension };
  const codemode = { ...mcp, name: "codemode", factory: createCodemodeExtension?.() ?? (() => {}) };
  const more = { extensions: [mcp, codemode], extensionPaths: ["builtin:mcp", "builtin:codemode"] };
  const script = (tool: string) => ({ code: `return await tools.${tool}({ text: "7" })` });

  it("is offered to no subagent: it is not in their sessions", async () => {
    const { here } = await planning({ execution: "subagent" }, more);
    here.bench.session.setActiveToolsByName(["codemode"]);
    expect(here.session.tools.sourceOf("codemode")).toBe("pi");
    expect(here.session.stepTools().map(({ tool }) => tool)).not.toContain("codemode");
  });

  it("calls no tool of a server while planning, but for those that settings allow", async () => {
    const scripts = async (tools: Record<string, string>) => {
      const { here, log } = await planning({ tools: { codemode: "read", ...tools } }, more, "codemode");
      const { session } = here.bench;
      await vi.waitUntil(() => session.getAllTools().some(({ name }) => name === LOOK));
      session.setActiveToolsByName([...session.getActiveToolNames(), "codemode"]);
      const results = await here.tries(["codemode", script(LOOK)], ["codemode", script(TOUCH)]);
      return { told: results.map(([, , text]) => text), log };
    };
    const refused = await scripts({});
    expect(refused.told).toEqual([
      expect.stringContaining("claims to be read-only"),
      expect.stringContaining("UNKNOWN_TOOL"),
    ]);
    expect(existsSync(refused.log)).toBe(false);
    const allowed = await scripts({ [LOOK]: "read" });
    expect(allowed.told).toEqual([expect.stringContaining("look: 7"), expect.stringContaining("UNKNOWN_TOOL")]);
    expect(readFileSync(allowed.log, "utf8")).toBe("look 7\n");
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

  it("has it in the session that planned, also if pi would not declare it", async () => {
    const { here, log } = await planning({ tools: { "mcp:records": "read" } }, {}, "codemode");
    await vi.waitUntil(() => here.bench.session.getAllTools().some(({ name }) => name === LOOK));
    const steps = [{ id: "look", title: "Look", tools: [LOOK] }];
    await here.tries(["submit_plan", { plan: { title: "Look", goal: "It is known", steps } }]);
    const done = ["report_step", { step_id: "look", outcome: "done", notes: "" }] as const;
    here.bench.says(calls([LOOK, { text: "8" }]), calls([...done]), says("Done."), says("Done."));
    await here.approve();
    await here.until((plan) => plan === undefined || plan.status === "completed");
    expect(readFileSync(log, "utf8")).toBe("look 8\n");
    expect((await here.session.lastPlan())?.status).toBe("completed");
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
