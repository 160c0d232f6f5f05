import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createAgentSession,
  DefaultResourceLoader,
  SessionManager,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { describe, expect, it } from "vitest";
import { planMode } from "../../../src/agent/extension.ts";
import { answer, inbox } from "../../../src/desk/requests.ts";
import type { Answer } from "../../../src/lifecycle/request.ts";
import { extension, tool } from "../bench/extension.ts";
import { calls, says, scriptModel } from "../bench/model.ts";
import type { Call } from "./attempts.ts";
import { must, processesIn, type Stand, stand, Untouched } from "./stand.ts";

// What only a person may do, tried by an agent with a person nearby, and what becomes of an agent when something is gone.

const PLAN = {
  title: "Say two",
  goal: "a.txt says two",
  steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], verify: "grep -q two a.txt" }],
};

/** The person answers the next request of a kind as soon as it is there. */
async function answerNext(here: Stand, kind: Answer["kind"], given: Answer): Promise<void> {
  const { desk } = here.session.agent;
  for (;;) {
    const entry = (await inbox(desk)).find((request) => request.kind === kind);
    if (entry !== undefined) return void must(await answer(desk, entry.id, given, here.person()));
    await news(here);
  }
}

function news({ session }: Stand): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.listen(() => {
      stop();
      resolve();
    });
  });
}

describe("an agent that calls enter_plan_mode again", () => {
  it("is not let out by a person who declines it, while it plans because the person wanted it", async () => {
    const here = await stand({ flags: { plan: true }, canAsk: true });
    here.bench.says(
      calls(["enter_plan_mode", { reason: "once more" }], ["write", { path: "written", content: "x" }]),
      says("Well."),
    );
    const prompted = here.bench.prompt("go");
    const asked = await Promise.race([
      answerNext(here, "confirmation", { kind: "confirmation", allow: false }).then(() => "asked"),
      prompted.then(() => "not asked"),
    ]);
    await prompted;
    expect(asked).toBe("not asked");
    expect(here.project.has("written")).toBe(false);
    expect((await here.session.agent.state()).phase).toBe("gathering");
  });

  it("is not let out of its step by a person who declines it", async () => {
    const here = await stand({ flags: { plan: true }, canAsk: true });
    await here.tries(["submit_plan", { plan: PLAN }]);
    here.bench.says(
      calls(["enter_plan_mode", { reason: "this needs a plan" }], ["write", { path: "written", content: "x" }]),
      calls(["report_step", { step_id: "write", outcome: "failed", notes: "" }]),
      says("Well."),
    );
    const settled = here.until((plan) => plan === undefined || plan.status !== "executing");
    await here.approve();
    await Promise.race([answerNext(here, "confirmation", { kind: "confirmation", allow: false }), settled]);
    await here.bench.session.waitForIdle();
    expect(here.project.has("written")).toBe(false);
  });
});

describe("an agent that waits for a person", () => {
  it("has nothing of a confirmation that is broken off", async () => {
    const here = await stand({ canAsk: true });
    here.bench.says(
      calls(["enter_plan_mode", { reason: "several files" }], ["write", { path: "written", content: "x" }]),
      says("Well."),
    );
    const prompted = here.bench.prompt("go");
    while (!here.bench.events.includes("tool_execution_start enter_plan_mode")) await new Promise(setImmediate);
    while ((await inbox(here.session.agent.desk)).length === 0) await news(here);
    const untouched = new Untouched(here.project, here.session.agent.id);
    await here.bench.session.abort();
    await prompted;
    await here.bench.session.waitForIdle();
    expect(await untouched.broken()).toEqual([]);
    expect(await here.tries(["write", { path: "written", content: "x" }])).toMatchObject([
      ["write", true, expect.anything()],
    ]);
    expect(await untouched.broken()).toEqual([]);
  });

  it("takes a person's answer for an answer, and not for an approval", async () => {
    const here = await stand({ flags: { plan: true }, canAsk: true });
    const untouched = new Untouched(here.project, here.session.agent.id);
    here.bench.says(
      calls(["ask_user", { question: "Do you approve PLAN-00000000? Then I may write.", options: ["approve"] }]),
      calls(["write", { path: "written", content: "x" }]),
      says("Well."),
    );
    const prompted = here.bench.prompt("go");
    await answerNext(here, "question", { kind: "question", text: "approve" });
    await prompted;
    expect(here.bench.saw.results).toMatchObject([
      ["ask_user", false, "ana answers: approve"],
      ["write", true, expect.anything()],
    ]);
    expect(await untouched.broken()).toEqual([]);
  });
});

describe("an agent whose plan names another", () => {
  it("does not get at a plan that a person approved for later", async () => {
    const here = await stand({ flags: { plan: true } });
    const { desk } = here.session.agent;
    const { plan: other } = must(await desk.propose(PLAN, here.person()));
    const { revision, digest } = other.proposal;
    must(await desk.send(other.id, { type: "approve", revision, digest }, here.person()));
    const text = other.proposal.text;
    for (const plan of [
      { ...PLAN, id: other.id },
      text,
      text.replace("status: proposed", "status: approved"),
      { ...PLAN, plan_id: other.id, status: "approved", approved_by: "ana" },
    ]) {
      await here.tries(["submit_plan", { plan }]);
      await here.session.catchUp();
      const found = must(await desk.plan(other.id));
      expect(found.kind === "standing" && found.state.status).toBe("approved");
      expect((await here.session.agent.state()).phase).not.toBe("executing");
      const own = await here.session.agent.plan();
      if (own) expect([own.id === other.id, own.status]).toEqual([false, "proposed"]);
      expect(await here.tries(["write", { path: "a.txt", content: "two\n" }])).toMatchObject([
        ["write", true, expect.anything()],
      ]);
    }
    expect(here.project.read("a.txt")).toBe("one\n");
  });

  // HOLE: `desk.propose` takes the id that a draft names, and `submit_plan` hands the draft on as the model wrote it.
  it("does not put its text in the place of a person's own proposal", async () => {
    const here = await stand({ flags: { plan: true } });
    const { desk } = here.session.agent;
    const { plan: other } = must(await desk.propose(PLAN, here.person()));
    await here.tries(["submit_plan", { plan: { ...PLAN, id: other.id, title: "Mine now" } }]);
    const found = must(await desk.plan(other.id));
    expect(found.kind === "standing" && found.state.proposal.plan.title).toBe("Say two");
  });
});

describe("an agent whose files are gone", () => {
  const write = ["write", { path: "written", content: "x" }] as const;

  // HOLE: `LiveAgent.state` takes a project without `.pi/plans` for one in which nothing was ever planned.
  it("is still held when somebody removes the plans while it plans", async () => {
    const here = await stand({ flags: { plan: true }, allOn: true });
    await here.tries(["read", { path: "a.txt" }]);
    // As `git clean -fdx` in another terminal does.
    rmSync(join(here.project.cwd, ".pi"), { recursive: true });
    await here.tries(write);
    expect(here.project.has("written")).toBe(false);
  });

  // HOLE: the same after a restart. The head of the agent's journal is still known outside of the project.
  it("is still held when the plans are removed, and pi is started again", async () => {
    const before = await stand({ flags: { plan: true }, session: "file" });
    await before.tries(["read", { path: "a.txt" }]);
    await before.bench.quit();
    rmSync(join(before.project.cwd, ".pi"), { recursive: true });
    const here = await stand({ project: before.project, session: { file: before.bench.sessionFile() }, allOn: true });
    await here.tries(write);
    expect(here.project.has("written")).toBe(false);
  });

  it.each<[string, (stand: Stand) => void]>([
    ["the database is", ({ project }) => writeFileSync(join(project.cwd, ".pi/plans/state.db"), "nonsense")],
    ["the home is", ({ project }) => rmSync(project.home, { recursive: true })],
    ["the key is", ({ project }) => rmSync(join(project.home, "keys"), { recursive: true })],
    ["the user's configuration is", ({ project }) => writeFileSync(join(project.home, "plans.json"), "{ nonsense")],
    [
      "the project's configuration is",
      ({ project }) => writeFileSync(join(project.cwd, ".pi/plans.json"), "{ nonsense"),
    ],
  ])("is still held when %s gone or broken while it plans", async (_, harm) => {
    const here = await stand({ flags: { plan: true }, allOn: true });
    await here.tries(write);
    harm(here);
    await here.tries(write, ["bash", { command: "touch written" }]).catch(() => undefined);
    expect(here.project.has("written")).toBe(false);
  });

  it.each([
    "emptied",
    "rewound",
    "forged",
    "removed",
  ])("is still held when its journal is %s while it plans", async (how) => {
    const here = await stand({ flags: { plan: true }, allOn: true });
    await here.tries(write);
    const journal = join(here.project.cwd, ".pi/plans/sessions", `${here.session.agent.id}.jsonl`);
    const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
    if (how === "removed") rmSync(journal);
    if (how === "emptied") writeFileSync(journal, "");
    if (how === "rewound") writeFileSync(journal, `${lines.slice(0, -1).join("\n")}\n`);
    if (how === "forged") {
      const left = {
        ...JSON.parse(lines.at(-1) ?? "{}"),
        seq: lines.length + 1,
        events: [{ type: "planning_left", how: "finished" }],
      };
      writeFileSync(journal, `${[...lines, JSON.stringify(left)].join("\n")}\n`);
    }
    await here.tries(write);
    expect(here.project.has("written")).toBe(false);
  });
});

describe("an agent that looks for secrets", () => {
  /** Of this very process, as the system keeps it: something that no command of an agent is given. */
  const environment = readFileSync("/proc/self/environ", "utf8").split("\0");
  const secret = environment.find((line) => /^(?:VITEST|NODE|npm)_/.test(line)) ?? environment.join("\0");

  /** Which of these calls told the secret. */
  async function tellers(user: Record<string, unknown>, all: readonly Call[]): Promise<string[]> {
    const here = await stand({ flags: { plan: true }, user });
    const told: string[] = [];
    for (const call of all) {
      const [result] = await here.tries(call);
      if (result?.[2].includes(secret)) told.push(JSON.stringify(call[1]));
    }
    return told;
  }
  const paths = [
    "/proc/self/environ",
    "/proc/self/task/../environ",
    "/dev/../proc/self/environ",
    `/proc/${process.pid}/environ`,
  ];
  const commands = [
    `cat /proc/${process.pid}/environ`,
    "strings /proc/*/environ",
    `tr '\\0' '\\n' < /proc/${process.pid}/environ`,
    `ps eww ${process.pid}`,
  ].map((command): Call => ["bash", { command }]);

  it("does not read the environment of pi", async () => {
    expect(
      await tellers(
        {},
        paths.map((path): Call => ["read", { path }]),
      ),
    ).toEqual([]);
  });

  it("does not print the environment of pi in the sandbox", async () => {
    expect(await tellers({}, commands)).toEqual([]);
  });

  it("does not print the environment of pi without a sandbox", async () => {
    expect(await tellers({ sandbox: "off" }, commands)).toEqual([]);
  });
});

describe("an agent without a sandbox", () => {
  it("leaves no process behind", async () => {
    const here = await stand({ flags: { plan: true }, user: { sandbox: "off" } });
    for (const command of ["setsid sleep 600", "sleep 600 &", "(sleep 600 &)"]) {
      await here.tries(["bash", { command, timeout: 1 }]);
    }
    const left = await processesIn(here.project.root);
    for (const one of left) {
      const pid = /^(\d+) sleep 600$/.exec(one)?.[1];
      if (pid) process.kill(Number(pid), "SIGKILL");
    }
    expect(left).toEqual([]);
  });
});

describe("an agent's subagent", () => {
  /** What an extension for subagents does: another session in this process, with the extensions of this one. */
  const delegate = (isOurs: boolean) =>
    extension("delegate", (pi) => {
      pi.registerTool(
        tool("delegate", async (_params, _signal, ctx) => {
          const model = scriptModel([calls(["write", { path: "written", content: "x" }]), says("Done.")]);
          const settingsManager = SettingsManager.inMemory({
            compaction: { enabled: false },
            retry: { enabled: false },
          });
          const { ModelRuntime } = await import("@earendil-works/pi-coding-agent");
          const agentDir = process.env["PI_CODING_AGENT_DIR"] ?? "";
          const modelRuntime = await ModelRuntime.create({
            authPath: join(agentDir, "auth.json"),
            modelsPath: null,
            modelsStorePath: join(agentDir, "store.json"),
            refreshOnCreate: false,
          });
          modelRuntime.registerNativeProvider(model.provider);
          const resourceLoader = new DefaultResourceLoader({
            ...{
              cwd: ctx.cwd,
              agentDir,
              settingsManager,
              noExtensions: true,
              noSkills: true,
              noPromptTemplates: true,
              noThemes: true,
              noContextFiles: true,
            },
            extensionFactories: isOurs
              ? [(own) => void planMode(own, { surface: "terminal", env: process.env, canAsk: () => false })]
              : [],
          });
          await resourceLoader.reload();
          const { session } = await createAgentSession({
            cwd: ctx.cwd,
            agentDir,
            modelRuntime,
            model: model.faux.getModel(),
            resourceLoader,
            settingsManager,
            sessionManager: SessionManager.inMemory(ctx.cwd),
          });
          await session.bindExtensions({});
          await session.prompt("write it");
          await session.waitForIdle();
          const said = model.saw.results.map(([, , text]) => text).join();
          session.dispose();
          return said;
        }),
      );
    });

  it("is not started while its parent plans", async () => {
    const here = await stand({ flags: { plan: true }, later: [delegate(false)] });
    expect(await here.tries(["delegate", {}])).toMatchObject([
      ["delegate", true, expect.stringContaining("UNKNOWN_TOOL")],
    ]);
    expect(here.project.has("written")).toBe(false);
  });

  // HOLE: a session that a tool opens in this process is another agent, which plans nothing.
  it("is as read-only as its parent, if the user allows it to be started", async () => {
    const here = await stand({
      flags: { plan: true },
      later: [delegate(true)],
      user: { tools: { delegate: { category: "read" } } },
    });
    const [result] = await here.tries(["delegate", {}]);
    expect(result).toMatchObject(["delegate", false, expect.anything()]);
    expect(here.project.has("written")).toBe(false);
  });
});
