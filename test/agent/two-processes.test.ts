import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { Desk } from "../../src/desk/desk.ts";
import { answer, inbox } from "../../src/desk/requests.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import type { ScriptedStep } from "../../testing/openai-server.ts";
import { must, type Stand, stand, victim } from "./attacks/stand.ts";
import { afterTest } from "./bench/after-test.ts";
import { calls, says } from "./bench/model.ts";
import { PersonActs } from "./bench/person-acts.ts";
import { openRpc, type Rpc } from "./bench/rpc.ts";

const EXTENSION = fileURLToPath(new URL("../../src/surfaces/terminal/extension.ts", import.meta.url));
const STEPS = [
  { id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], verify: "grep -q two a.txt" },
  { id: "more", title: "Write more", tools: ["write"], files: ["b.txt"] },
];
const SUBMIT: ScriptedStep = {
  calls: [{ name: "submit_plan", arguments: { plan: { title: "Say two", steps: STEPS } } }],
};
const never: ScriptedStep = () => new Promise<never>(() => {});
const write = ["write", { path: "a.txt", content: "two\n" }] as const;

/** A real pi that has planned, and whose plan was submitted. */
async function planned(...script: ScriptedStep[]): Promise<{ rpc: Rpc; desk: Desk; id: string; file: string }> {
  const project = victim();
  const rpc = await openRpc({ project, extensions: [EXTENSION], script: [SUBMIT, ...script] });
  await rpc.prompt("/plan let a.txt say two");
  const { data } = await rpc.send({ type: "get_state" });
  const { COUNTERSIGN_AGENT: _, ...env } = { ...process.env, ...project.env };
  const desk = new Desk({ directory: project.cwd, env });
  afterTest(() => desk.close());
  const [row] = (await desk.plans({ limit: 1 })).rows;
  return { rpc, desk, id: row?.id ?? "", file: data.sessionFile };
}

async function planOf(desk: Desk, id: string): Promise<LivePlan> {
  const found = must(await desk.plan(id));
  if (found.kind !== "standing") throw new Error(`${id} is ${found.kind}.`);
  return found.state;
}

const statusOf = (plan: LivePlan | undefined, step: string) =>
  plan && "run" in plan ? plan.run?.steps.get(step)?.status : undefined;

async function approve(desk: Desk, id: string): Promise<void> {
  const { revision, digest } = (await planOf(desk, id)).proposal;
  const person = must(desk.authenticate({ via: "surface", surface: "terminal", id: "ana", name: "ana" }));
  must(await desk.send(id, { type: "approve", revision, digest }, person));
}

/** The same session, opened a second time: in this process. */
function second({ rpc, file }: { rpc: Rpc; file: string }): Promise<Stand> {
  return stand({ project: rpc.project, session: { file }, canAsk: true });
}

describe("two processes on one session", () => {
  it("do not take the step from each other: the second only reads, whoever speaks there", async () => {
    const first = await planned(never);
    await approve(first.desk, first.id);
    await first.rpc.server.request(2);
    const here = await second(first);
    expect(await here.session.readingOnly()).toMatchObject({ because: "elsewhere" });
    const tried = await here.tries(
      write,
      ["bash", { command: "echo two > a.txt" }],
      ["report_step", { step_id: "write", outcome: "failed", notes: "n" }],
    );
    expect(tried.map(([, isError]) => isError)).toEqual([true, true, true]);
    expect(tried[0]?.[2]).toContain("Another process has this session open");
    const resumed = await new PersonActs(here.session, here.person()).resume();
    expect(resumed).toMatchObject({ ok: false, refusal: { message: "Another process has this session open." } });
    const plan = await planOf(first.desk, first.id);
    expect([plan.status, statusOf(plan, "write")]).toEqual(["executing", "in_progress"]);
    expect(here.project.read("a.txt")).toBe("one\n");
  });

  it("never begin a step in the second, also not between two steps", async () => {
    const first = await planned(
      { calls: [{ name: "write", arguments: { path: "a.txt", content: "two\n" } }] },
      { calls: [{ name: "report_step", arguments: { step_id: "write", outcome: "done", notes: "n" } }] },
      never,
    );
    const here = await second(first);
    await approve(first.desk, first.id);
    await first.rpc.server.request(4);
    await here.session.catchUp();
    expect(statusOf(await planOf(first.desk, first.id), "more")).toBe("in_progress");
    expect(here.bench.saw.requests).toEqual([]);
  });

  it("let the second go on once the first is gone, on a person's word and after the check", async () => {
    const first = await planned(never);
    await approve(first.desk, first.id);
    await first.rpc.server.request(2);
    const here = await second(first);
    await first.rpc.kill9();
    // Nobody has looked how far it got: nothing is changed yet.
    await here.tries(write);
    expect(here.project.read("a.txt")).toBe("one\n");
    expect((await here.session.readingOnly())?.words).toContain("It continues here when a person resumes it");
    here.bench.says(calls(write), calls(["report_step", { step_id: "write", outcome: "done", notes: "n" }]), says("a"));
    must(await new PersonActs(here.session, here.person()).resume());
    const { desk } = here.session.agent;
    const asked = async () => (await inbox(desk)).find(({ kind }) => kind === "interruption");
    await expect.poll(asked).toBeDefined();
    must(await answer(desk, (await asked())?.id ?? "", { kind: "interruption", choice: "again" }, here.person()));
    await here.until((plan) => statusOf(plan, "write") === "completed");
    expect(here.project.read("a.txt")).toBe("two\n");
  });

  it("keep a confirmation that waits in the first", async () => {
    const first = await planned({ text: "I wait." });
    const agent = (await first.desk.store.listAgents())[0]?.id ?? "";
    const host = { kind: "host", surface: "host", id: "countersign", name: "countersign" } as const;
    must(await first.desk.sendAgent(agent, { type: "confirm", tool: "bash", summary: "s", reason: "r" }, host));
    await second(first);
    const { requests } = must(await first.desk.agent(agent));
    expect(Object.values(requests).map(({ kind, closing }) => [kind, closing])).toEqual([["confirmation", undefined]]);
  });
});
