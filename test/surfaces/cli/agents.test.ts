import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasTmux, Terminal } from "./terminal.ts";
import { BINARY, Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

const agents = () => bench.run(["agents", "--json"]).json.agents;

describe("agents", () => {
  it("says what to do where there are none", () => {
    const { code, out } = bench.run(["agents"]);
    expect(code).toBe(0);
    expect(out).toContain("No agent has planned here yet");
    expect(out).toContain("countersign enter ");
    expect(agents()).toEqual([]);
  });

  it("lists those at work first, with their task and since when", () => {
    bench.run(["enter", "second", "sort", "the", "invoices"]);
    bench.run(["enter", "first"]);
    bench.as("ann", ["leave", "first"]);
    expect(agents()).toMatchObject([
      { id: "second", phase: "gathering", task: "sort the invoices", since: expect.stringMatching(/^\d{4}-.*Z$/) },
      { id: "first", phase: "inactive" },
    ]);
    expect(bench.run(["agents"]).out).toBe(
      "second  planning  just now\n  │ sort the invoices\nfirst  inactive  just now\n",
    );
  });

  it("says of whom nothing is to be believed", () => {
    bench.run(["enter", "bot"]);
    appendFileSync(join(bench.project, ".pi/plans/sessions/bot.jsonl"), '{"made": "up"}\n');
    expect(agents()).toMatchObject([{ id: "bot", phase: "broken", problem: expect.stringContaining("is broken") }]);
    expect(bench.run(["agents"]).out).toContain("broken journal");
  });

  it("shows nothing of a task that a terminal would take for its own", () => {
    bench.run(["enter", "bot", "a\u001b[2Jb\u202ec"]);
    expect(bench.run(["agents"]).out).not.toMatch(/[\u001b\u202e]/);
  });
});

describe("enter", () => {
  it("puts an agent into planning, by whoever asks, and says so twice", () => {
    const inside = { env: { COUNTERSIGN_AGENT: "bot" } };
    const entered = bench.run(["enter", "bot", "tidy up", "--json"], inside);
    expect(entered).toMatchObject({ code: 0, json: { entered: true, agent: { id: "bot", phase: "gathering" } } });
    const again = bench.run(["enter", "bot", "something else", "--json"], inside);
    expect(again).toMatchObject({ code: 0, json: { entered: false, agent: { id: "bot", task: "tidy up" } } });
    expect(bench.run(["audit", "bot", "--json"]).json.entries).toMatchObject([
      { action: "planning_entered", by: { kind: "agent", id: "bot" } },
    ]);
  });

  it("takes the session of a host as the host writes it", () => {
    const { id } = bench.run(["enter", "claude-code-A/B", "--json"]).json.agent;
    expect(id).toMatch(/^claude-code-A_B\.[0-9a-f]{32}$/);
    expect(bench.run(["enter", "claude-code-A/B", "--json"]).json.entered).toBe(false);
    expect(bench.run(["enter", id, "--json"]).json.entered).toBe(false);
  });

  it("refuses what could become a path, and a wrong configuration", () => {
    expect(bench.run(["enter", "../bot", "--json"])).toMatchObject({
      code: 1,
      json: { error: { kind: "invalid_id" } },
    });
    bench.write(".pi/plans.json", "{");
    expect(bench.run(["enter", "bot", "--json"]).json.error.kind).toBe("wrong_configuration");
  });
});

describe("leave", () => {
  beforeEach(() => {
    bench.run(["enter", "bot", "tidy up"]);
  });

  it("lets an agent out by a person's word, and keeps why", () => {
    const left = bench.as("ann", ["leave", "bot", "-m", "No need.", "--json"]);
    expect(left).toMatchObject({ code: 0, json: { agent: { id: "bot", phase: "inactive" } } });
    expect(bench.run(["audit", "bot", "--json"]).json.entries.at(-1)).toMatchObject({
      action: "planning_left",
      by: { kind: "person", name: "ann" },
      detail: expect.stringContaining("No need."),
    });
    bench.run(["enter", "bot"]);
    bench.as("ann", ["leave", "bot", "--hand-off"]);
    expect(bench.run(["audit", "bot", "--json"]).json.entries.at(-1).detail).toMatch(/hand/);
  });

  it("does nothing without a person, and nothing for an agent, token or not", () => {
    expect(bench.run(["leave", "bot", "--json"]).json.error.kind).toBe("no_person");
    const env = { COUNTERSIGN_AGENT: "bot", COUNTERSIGN_APPROVER_TOKEN: bench.token("ann") };
    expect(bench.run(["leave", "bot", "--json"], { env }).json.error.kind).toBe("inside_agent");
    expect(agents()).toMatchObject([{ phase: "gathering" }]);
  });

  it("says of an agent that is not planning that it is not", () => {
    expect(bench.as("ann", ["leave", "other", "--json"]).json.error.kind).toBe("not_planning");
  });

  it.skipIf(!hasTmux)("asks on the terminal, and shows whom it is about", async () => {
    const terminal = new Terminal(bench.project, bench.env);
    try {
      terminal.type(`${process.execPath} ${BINARY} leave bot`);
      expect(await terminal.see("[y/N]")).toContain("tidy up");
      terminal.type("y");
      await terminal.see("of plan mode: bot");
      expect(agents()).toMatchObject([{ phase: "inactive" }]);
    } finally {
      terminal.close();
    }
  });
});
