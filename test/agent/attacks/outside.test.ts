import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { terminalExtension } from "../../../src/surfaces/terminal/extension.ts";
import { extension, hands, tool } from "../bench/extension.ts";
import { keyboard } from "../bench/keyboard.ts";
import { calls, says } from "../bench/model.ts";
import { makeProject } from "../bench/project.ts";
import { openSession } from "../bench/session.ts";
import { openTerminal } from "../bench/terminal.ts";
import { type Stand, type StandOptions, stand, treeOf } from "./stand.ts";

// Before, beside and after plan mode: nothing else is touched.

const PLAN = {
  title: "Say two",
  goal: "a.txt says two",
  steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], verify: "grep -q two a.txt" }],
};

const WORK = [
  calls(["read", { path: "a.txt" }], ["bash", { command: "cat a.txt; echo x > b.txt" }]),
  calls(
    ["write", { path: "c.txt", content: "c" }],
    ["edit", { path: "a.txt", edits: [{ oldText: "one", newText: "two" }] }],
  ),
  says("Done."),
];

describe("outside plan mode", () => {
  it("a session works as it does without us: the same files, the same prompt, and one tool more", async () => {
    const files = { "a.txt": "one\n" };
    const run = async (isOurs: boolean) => {
      const statuses: unknown[][] = [];
      const bench = await openSession({
        git: true,
        files,
        execution: "subagent",
        extensions: isOurs ? [(pi) => terminalExtension(pi, { keyboard, pause: 0 })] : [],
        responses: [...WORK],
        ui: {
          mode: "tui",
          context: {
            setStatus: (...given) => void statuses.push(given),
            setWidget: (...given: unknown[]) => void statuses.push(given),
          },
        },
      });
      await bench.prompt("do it");
      expect(bench.extensionErrors).toEqual([]);
      const { saw, project } = bench;
      const tree = treeOf(project.cwd, (name) => name.startsWith(".git"));
      const home = treeOf(project.home);
      await bench.quit();
      return { saw, statuses, tree, home, results: saw.results, cwd: project.cwd };
    };
    const without = await run(false);
    const within = await run(true);
    expect(within.tree).toBe(without.tree);
    expect(within.home).toBe("");
    expect(within.results).toEqual(without.results);
    expect(within.statuses.filter(([, what]) => what !== undefined)).toEqual([]);
    expect(within.saw.tools).toEqual([...without.saw.tools, "enter_plan_mode"]);
    const plain = (text: string, cwd: string) => text.replaceAll(cwd, "<cwd>").split("\n");
    const more = plain(within.saw.systemPrompt, within.cwd).filter(
      (line) => !plain(without.saw.systemPrompt, without.cwd).includes(line),
    );
    expect(more).toHaveLength(2);
    expect(more[0]).toMatch(/^- enter_plan_mode: /);
    expect(more[1]).toMatch(/^- .*plan/);
  });

  it("there is not even enter_plan_mode when agents may never begin by themselves", async () => {
    const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
    writeFileSync(join(project.home, "plans.json"), '{"auto_enter":"never"}');
    const here = await stand({ project });
    here.bench.says(says("Done."));
    await here.bench.prompt("hello");
    expect(here.bench.saw.tools).not.toContain("enter_plan_mode");
    expect(here.bench.saw.systemPrompt).not.toContain("enter_plan_mode");
    await here.bench.prompt("do it");
    here.bench.says(calls(["enter_plan_mode", { reason: "x" }]), says("Well."));
    await here.bench.prompt("again");
    expect(here.project.has(".pi")).toBe(false);
  });

  it("plans, hooks, configuration and home stay protected", async () => {
    const here = await stand();
    const paths = [
      ".pi/plans/PLAN-0badc0de.md",
      ".pi/plans.json",
      ".git/hooks/post-checkout",
      "to-hooks/post-checkout",
      ".git/config",
      "to-home/plans.json",
    ];
    const before = treeOf(here.project.root, (name) => name.startsWith("agent"));
    const results = await here.tries(
      ...paths.map((path) => ["write", { path, content: "x" }] as const),
      ["read", { path: "to-home/plans.json" }],
      ["bash", { command: "echo x > .git/hooks/post-checkout" }],
    );
    expect(results.map(([, isError]) => isError)).toEqual(results.map(() => true));
    expect(treeOf(here.project.root, (name) => name.startsWith("agent"))).toBe(before);
  });
});

describe("another extension", () => {
  const OWN = ["deploy", "lookup"];

  /** An extension with tools and a section of its own, of which it wants one on and one off. */
  const other = () => {
    const lent = hands();
    const held = extension("other", (pi) => {
      lent.held.factory(pi);
      for (const name of OWN) pi.registerTool(tool(name));
      pi.on("session_start", () => pi.setActiveTools(pi.getActiveTools().filter((name) => name !== "lookup")));
      pi.on("before_agent_start", ({ systemPromptOptions }) => {
        systemPromptOptions.sections["other"] = "Be kind.";
      });
    });
    return { held, pi: lent.pi };
  };

  async function look({ bench }: Stand) {
    bench.says(says("Yes."));
    await bench.prompt("are you there?");
    const { systemPrompt, tools } = bench.saw;
    // The order of what is offered is the session's; pi tells a model of changes, so that its own list may be in another.
    return { systemPrompt, active: bench.session.getActiveToolNames(), tools: [...tools].sort() };
  }

  async function plans(here: Stand, meanwhile: () => void = () => {}): Promise<void> {
    expect(await here.tries(["enter_plan_mode", { reason: "x" }])).toMatchObject([
      ["enter_plan_mode", false, expect.anything()],
    ]);
    expect(here.session.mode).toBe("planning");
    await here.tries(["deploy", {}]);
    meanwhile();
    await here.tries(["submit_plan", { plan: PLAN }]);
    const plan = await here.session.agent.plan();
    if (plan === undefined) throw new Error("No plan was submitted.");
    await here.session.agent.desk.send(plan.id, { type: "reject", revision: 1, feedback: "no" }, here.person());
    await here.until((now) => now === undefined);
    await here.session.apply();
    expect(here.session.mode).toBe("none");
  }

  it.each<[string, StandOptions]>([
    ["all tools", {}],
    ["an allowlist", { tools: ["read", "write", "deploy", "lookup", "enter_plan_mode", "submit_plan"] }],
  ])("finds tools and system prompt exactly as they were, with %s", async (_, options) => {
    const { held } = other();
    const here = await stand({ later: [held], ...options });
    const before = await look(here);
    expect(before.tools).toContain("deploy");
    await plans(here);
    expect(await look(here)).toEqual(before);
    expect(here.bench.extensionErrors).toEqual([]);
  });

  it("finds them as it wanted them, if it switched some meanwhile", async () => {
    const { held, pi } = other();
    const here = await stand({ later: [held] });
    const before = await look(here);
    await plans(here, () => {
      const now = pi().getActiveTools();
      pi().setActiveTools([...now.filter((name) => name !== "bash"), "lookup", "grep"]);
    });
    const { tools, systemPrompt } = await look(here);
    expect([...tools].sort()).toEqual([...before.tools.filter((name) => name !== "bash"), "lookup", "grep"].sort());
    expect(systemPrompt).not.toContain("PLANNING");
    expect(systemPrompt).toContain("Be kind.");
  });

  it("finds them as they were after the plan was carried out", async () => {
    const { held } = other();
    const here = await stand({ later: [held] });
    const before = await look(here);
    await here.tries(["enter_plan_mode", { reason: "x" }]);
    await here.tries(["submit_plan", { plan: PLAN }]);
    here.bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("Done."),
    );
    await here.approve();
    await here.until((plan) => plan === undefined);
    await here.bench.session.waitForIdle();
    here.bench.faux.setResponses([]);
    expect(await look(here)).toEqual(before);
  });

  it("finds them as they were when pi is started again after planning", async () => {
    const { held } = other();
    const first = await stand({ later: [held], session: "file" });
    const before = await look(first);
    await plans(first);
    await first.bench.quit();
    const here = await stand({
      later: [other().held],
      project: first.project,
      session: { file: first.bench.sessionFile() },
    });
    expect(await look(here)).toEqual(before);
  });
});

describe("the screen", () => {
  it("shows nothing of us outside plan mode", async () => {
    const files = { "a.txt": "one\n" };
    const seen = async (isOurs: boolean) => {
      const bench = await openTerminal({
        git: true,
        files,
        extensions: isOurs ? [(pi) => terminalExtension(pi, { keyboard, pause: 0 })] : [],
        responses: [calls(["read", { path: "a.txt" }]), says("It says one.")],
      });
      await bench.submit("what does it say?");
      await bench.shows("It says one.");
      await bench.settled();
      const screen = await bench.screen();
      await bench.close();
      return screen.replace(/countersign-pi-\w+/g, "<root>").replace(/^.*(?:\$|↑|↓).*$/gm, "");
    };
    expect(await seen(true)).toBe(await seen(false));
  });
});
