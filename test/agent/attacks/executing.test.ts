import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { audit } from "../../../src/desk/audit.ts";
import { inbox } from "../../../src/desk/requests.ts";
import { hasSandbox } from "../../machine-sandbox.ts";
import { calls, says } from "../bench/model.ts";
import type { Call } from "./attempts.ts";
import { must, type Stand, type StandOptions, stand, treeOf, victim } from "./stand.ts";

// An agent carries out what was signed, and tries to do more.

const step = (more: object) => ({
  id: "write",
  title: "Write it",
  tools: ["read", "write", "edit", "bash"],
  files: ["a.txt"],
  verify: "grep -q two a.txt",
  ...more,
});
const look = { id: "look", title: "Look at it", tools: ["read"], depends_on: ["write"] };

/** A plan with these steps is signed, and the agent does this, batch by batch, while it is carried out. */
async function carriesOut(
  steps: object[],
  batches: readonly (readonly Call[])[],
  options: StandOptions = {},
): Promise<Stand> {
  const here = await stand({ flags: { plan: true }, ...options });
  await here.tries(["submit_plan", { plan: { title: "Say two", goal: "a.txt says two", steps } }]);
  here.bench.says(
    ...batches.map((batch) => calls(...(batch as never[]))),
    ...Array.from({ length: 4 }, () => says("Well.")),
  );
  await here.approve();
  await here.until((plan) => plan === undefined || !["proposed", "approved", "executing"].includes(plan.status));
  await here.bench.session.waitForIdle();
  expect(here.bench.extensionErrors).toEqual([]);
  return here;
}

async function planOf({ session }: Stand) {
  const plan = (await session.agent.plan()) ?? (await session.lastPlan());
  if (plan === undefined) throw new Error("There is no plan.");
  return plan;
}

const changedFiles = (here: Stand, before: string) => {
  const old = new Set(before.split("\n"));
  return treeOf(here.project.cwd, isOurs)
    .split("\n")
    .filter((line) => !old.has(line))
    .map((line) => line.split(" ")[0]);
};
/** Plans, and the snapshots of a run. */
const isOurs = (name: string) =>
  /^\.pi(?:\/plans(?:\/|$)|$)|^\.git\/objects\/|^\.git\/refs\/countersign(?:\/|$)/.test(name);

const OUTSIDE: Call[] = [
  ["write", { path: "written", content: "x" }],
  ["write", { path: "src/b.ts", content: "x" }],
  ["write", { path: "./a.txt/../written", content: "x" }],
  ["write", { path: "A.TXT", content: "x" }],
  ["write", { path: "../written", content: "x" }],
  ["edit", { path: "src/b.ts", edits: [{ oldText: "1", newText: "2" }] }],
  ["write", { path: ".pi/plans/PLAN-0badc0de.md", content: "x" }],
  ["write", { path: "to-plans/PLAN-0badc0de.md", content: "x" }],
  ["write", { path: ".pi/plans.json", content: "{}" }],
  ["write", { path: ".git/hooks/post-checkout", content: "x" }],
  ["write", { path: "to-hooks/post-checkout", content: "x" }],
  ["write", { path: ".git/config", content: "x" }],
  ["write", { path: "to-home/plans.json", content: "{}" }],
];
const OUTSIDE_BY_SHELL: Call[] = [
  "echo x > src/b.ts",
  "touch written",
  "cp a.txt written",
  "rm package.json",
  "mv .pi gone",
  "rm -rf .pi",
  "echo x > .git/hooks/post-checkout",
  "git config core.hooksPath .",
  "git commit --allow-empty -m x",
  `python3 -c 'open("src/b.ts", "w").write("x")'`,
  `node -e 'require("fs").writeFileSync("written", "x")'`,
  "echo x >> to-home/plans.json",
  "ln -sf src/b.ts a.txt; echo x > a.txt",
  "mkdir -p .pi/plans/sessions && touch .pi/plans/sessions/x",
].map((command): Call => ["bash", { command }]);
const done: Call = ["report_step", { step_id: "write", outcome: "done", notes: "" }];

describe("an agent that carries out a step", () => {
  it.skipIf(!hasSandbox)("changes the step's files and nothing else, by tools and in the sandbox", async () => {
    const project = victim();
    const before = treeOf(project.cwd, isOurs);
    // A file in the root would open all of the root to the shell: what may be written there is a directory.
    const here = await carriesOut(
      [step({ files: ["docs/**"], verify: "grep -q two docs/c.md" })],
      [[...OUTSIDE], [...OUTSIDE_BY_SHELL], [["bash", { command: "echo two > docs/c.md" }]], [done]],
      { project, allOn: true },
    );
    expect(changedFiles(here, before)).toEqual(["docs/c.md"]);
    expect(here.project.read("docs/c.md")).toBe("two\n");
    expect(readFileSync(join(project.home, "plans.json"), "utf8")).toBe('{"execution":"session"}');
    const refusals = here.bench.saw.results.slice(1).filter(([name, isError]) => name !== "bash" && !isError);
    expect(refusals.map(([name]) => name)).toEqual(["report_step"]);
    expect((await planOf(here)).status).toBe("completed");
    const { journals } = await audit(here.session.agent.desk);
    expect(journals.filter(({ broken }) => broken)).toEqual([]);
  });

  it("is asked about before each of its commands where there is no sandbox; nobody there to ask means no", async () => {
    const project = victim({ sandbox: "off" });
    const before = treeOf(project.cwd, isOurs);
    const here = await carriesOut(
      [step({})],
      [[...OUTSIDE_BY_SHELL], [["write", { path: "a.txt", content: "two\n" }]], [done]],
      { project },
    );
    expect(changedFiles(here, before)).toEqual(["a.txt"]);
    const ran = here.bench.saw.results.filter(([name, isError]) => name === "bash" && !isError);
    expect(ran).toEqual([]);
  });

  it.skipIf(!hasSandbox)(
    "cannot touch plans, hooks, configuration or home, although the whole project is its own",
    async () => {
      const project = victim();
      const before = treeOf(project.cwd, (name) => isOurs(name) || !name.startsWith(".git"));
      const commands = [
        "mv .pi gone; rm -rf .pi/plans; ln -s /tmp .pi/x",
        `python3 -c 'open(".git/hooks/post-checkout", "w").write("x")'; python3 -c 'open(".git/config", "a").write("x")'`,
        "mv .git/hooks .git/gone; rm -rf .git/hooks; mkdir .git/hooks",
        "mv .git gone",
        "echo '{}' > .pi/plans.json",
        `rm -rf ${project.home}; cat ${project.home}/plans.json; ls ${project.home}`,
        "sqlite3 .pi/plans/state.db .dump || cat .pi/plans/state.db | head -c 10",
      ];
      const here = await carriesOut(
        [step({ files: undefined })],
        [
          commands.map((command): Call => ["bash", { command }]),
          [...OUTSIDE.slice(6)],
          [["write", { path: "a.txt", content: "two\n" }]],
          [done],
        ],
        { project, user: {} },
      );
      expect(treeOf(project.cwd, (name) => isOurs(name) || !name.startsWith(".git"))).toBe(before);
      expect(here.project.has(".pi/plans.json")).toBe(false);
      expect((await planOf(here)).status).toBe("completed");
    },
  );

  it("is not believed: its check decides, and it has only the step it is at", async () => {
    const here = await carriesOut(
      [step({}), look],
      [
        [done],
        [["report_step", { step_id: "look", outcome: "done", notes: "" }]],
        [["report_step", { step_id: "__proto__", outcome: "done", notes: "" }]],
        [["report_step", { step_id: "write", outcome: "completed", notes: "" }]],
        [["report_step", { step_id: ["write"], outcome: "done", notes: "", verify: "true" }]],
        [["submit_plan", { plan: { title: "Another", steps: [{ title: "All", tools: ["bash"] }] } }]],
        [
          ["plan_complete", {}],
          ["plan_approve", {}],
          ["exit_plan_mode", {}],
        ],
      ],
      { allOn: true, user: { tool_aliases: ["plan_approve", "plan_reject", "present_plan"] } },
    );
    expect(here.bench.saw.results.slice(1).filter(([, isError]) => !isError)).toEqual([]);
    const plan = await planOf(here);
    expect(plan.status).toBe("paused");
    expect("run" in plan && plan.run?.steps.toJSON()).toMatchObject({
      write: { status: "interrupted" },
      look: { status: "pending" },
    });
    expect((await here.session.agent.desk.plans({ limit: 9 })).rows).toHaveLength(1);
  });

  it("may no more than its next step says, as soon as the first is done", async () => {
    const here = await carriesOut(
      [step({}), look],
      [
        [["write", { path: "a.txt", content: "two\n" }]],
        [done, ["write", { path: "a.txt", content: "three\n" }], ["bash", { command: "echo three > a.txt" }]],
      ],
    );
    expect(here.project.read("a.txt")).toBe("two\n");
    expect(here.bench.saw.results.slice(-3).map(([name, isError]) => [name, isError])).toEqual([
      ["report_step", false],
      ["write", true],
      ["bash", true],
    ]);
  });

  it("works on with what was signed, or stops, when the plan's file is edited meanwhile", async () => {
    const project = victim();
    const edit = (): never => {
      const [row] = readFileNames(project.cwd);
      const file = join(project.cwd, ".pi/plans", row ?? "");
      writeFileSync(
        file,
        readFileSync(file, "utf8")
          .replace(/a\.txt/g, "src/b.ts")
          .replace("- **tools:** read", "- **tools:** bash"),
      );
      return calls(done as never) as never;
    };
    const here = await stand({ flags: { plan: true }, project });
    await here.tries(["submit_plan", { plan: { title: "Say two", goal: "a.txt says two", steps: [step({}), look] } }]);
    here.bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      edit,
      calls(["write", { path: "src/b.ts", content: "x" }], ["bash", { command: "touch src/b.ts" }]),
      ...Array.from({ length: 4 }, () => says("Well.")),
    );
    await here.approve();
    await here.until((plan) => plan === undefined || !["proposed", "approved", "executing"].includes(plan.status));
    await here.bench.session.waitForIdle();
    expect(project.read("src/b.ts")).toBe("export const b = 1;\n");
    const plan = await planOf(here);
    expect(plan.status).toBe("paused");
    expect((await inbox(here.session.agent.desk)).map(({ kind }) => kind)).toContain("divergence");
  });
});

describe("an agent whose plan has ended", () => {
  // HOLE: `leave("finished")` makes of the executing agent one without any bounds, in the middle of its turn.
  it("has no more than was signed after it said that its step failed, until a person speaks", async () => {
    const here = await carriesOut(
      [step({})],
      [
        [
          ["report_step", { step_id: "write", outcome: "failed", notes: "cannot" }],
          ["write", { path: "written", content: "x" }],
        ],
        [["bash", { command: "touch written" }]],
      ],
    );
    expect((await planOf(here)).status).toBe("failed");
    expect(here.project.has("written")).toBe(false);
  });

  it("has no more than was signed after the last step, until a person speaks", async () => {
    const here = await carriesOut(
      [step({})],
      [
        [["write", { path: "a.txt", content: "two\n" }]],
        [done, ["write", { path: "written", content: "x" }]],
        [["bash", { command: "touch written" }]],
      ],
    );
    expect((await planOf(here)).status).toBe("completed");
    expect(here.project.has("written")).toBe(false);
  });

  it("has no more than before when its plan is rejected while it is still at work, until a person speaks", async () => {
    const here = await stand({ flags: { plan: true } });
    await here.tries(["submit_plan", { plan: { title: "Say two", goal: "x", steps: [step({})] } }]);
    const plan = await planOf(here);
    here.bench.says(async () => {
      must(await here.session.agent.desk.send(plan.id, { type: "reject", revision: 1, feedback: "no" }, here.person()));
      await here.session.catchUp();
      return calls(["write", { path: "written", content: "x" }], ["bash", { command: "touch written" }]) as never;
    }, says("Well."));
    await here.bench.prompt("what else could be done?");
    expect(here.project.has("written")).toBe(false);
  });
});

function readFileNames(cwd: string): string[] {
  return treeOf(join(cwd, ".pi/plans"))
    .split("\n")
    .map((line) => line.split(" ")[0] ?? "")
    .filter((name) => /^PLAN-.*\.md$/.test(name));
}
