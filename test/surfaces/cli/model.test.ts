import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { localActor } from "../../../src/desk/persons.ts";
import { inbox } from "../../../src/desk/requests.ts";
import { createToken } from "../../../src/desk/tokens.ts";
import type { ScriptedStep } from "../../../testing/openai-server.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { prepareCli } from "../../agent/bench/pi-cli.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { must } from "../../desk/fixture.ts";
import { Running } from "./run-bench.ts";

const call = (name: string, input: object): ScriptedStep => ({ calls: [{ name, arguments: input }] });
const SCRIPT = [
  call("write", { path: "src/new.txt", content: "new\n" }),
  call("finish_step", { outcome: "done", summary: "It is written.", notes: "" }),
];

const MISSING = { executor_model: "gone/old" };

/** A plan that was signed with a model that is not there: a person chose it, or the plan names it. */
async function signed(by: "person" | "plan" | "nobody" = "person") {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  const { env } = await prepareCli({ project, script: SCRIPT });
  const desk = new Desk({ directory: project.cwd, env: project.env });
  afterTest(() => desk.close());
  const step = { id: "write", title: "Write it", mode: "code", tools: ["read", "write"], files: ["src/**"] };
  const { plan } = must(
    await desk.propose({ title: "With an agent", steps: [step], ...(by === "plan" && MISSING) }, localActor({})),
  );
  const ana = must(desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "ana" }));
  const { secret } = createToken(desk.homeDatabase(), { name: "ana", roles: [] }, ana, desk.at());
  const { revision, digest } = plan.proposal;
  const choices = by === "person" ? MISSING : {};
  must(await desk.send(plan.id, { type: "approve", revision, digest, choices }, ana));
  const start = (args: string[], more: NodeJS.ProcessEnv = { COUNTERSIGN_APPROVER_TOKEN: secret }) =>
    new Running(args, { cwd: project.cwd, env: { ...env, ...more } });
  const state = async () => {
    const found = must(await desk.plan(plan.id));
    if (found.kind !== "standing") throw new Error(found.kind);
    return found.state;
  };
  const settings = (text: object) => writeFileSync(join(project.agentDir, "settings.json"), JSON.stringify(text));
  return { id: plan.id, desk, start, state, settings, written: () => existsSync(join(project.cwd, "src/new.txt")) };
}

it.each([
  "person",
  "plan",
] as const)("asks for another model than the %s's, which is missing, before a step starts, and goes on with the one that is chosen elsewhere", async (by) => {
  const { id, desk, start, state, written } = await signed(by);
  const run = start(["run", id]);
  await run.says(/The model gone\/old is missing; which one is taken instead\?/);
  expect(await state()).toMatchObject({ status: "paused", why: "model" });
  const [request] = (await inbox(desk)).filter(({ kind }) => kind === "model");
  const answered = await start(["answer", request?.id ?? "", "scripted/scripted-1"]).ended;
  expect([answered.code, answered.err]).toEqual([0, ""]);
  expect((await run.ended).code).toBe(0);
  expect([written(), (await state()).status]).toEqual([true, "completed"]);
});

it("leaves the question where nobody waits; the model command answers it, is recorded, and the plan can be resumed", async () => {
  const { id, start, state, written } = await signed();
  expect((await start(["run", id, "--no-wait"]).ended).code).toBe(3);
  const early = await start(["resume", id]).ended;
  expect([early.code, early.err]).toEqual([1, expect.stringContaining("choose another one first")]);
  const inside = await start(["model", id, "scripted/scripted-1"], { COUNTERSIGN_AGENT: "bot" }).ended;
  expect([inside.code, (await state()).status]).toEqual([1, "paused"]);
  const { digest } = (await state()).proposal;
  const chosen = await start(["model", id, "scripted/scripted-1"]).ended;
  expect([chosen.code, chosen.out]).toEqual([0, expect.stringContaining("carried out by scripted/scripted-1")]);
  expect((await start(["audit", id]).ended).out).toMatch(
    /model.chosen.*\n?.*scripted\/scripted-1 instead of gone\/old/,
  );
  expect((await start(["resume", id]).ended).code).toBe(0);
  const done = await state();
  expect([done.status, written(), "approval" in done && done.approval?.signed.digest]).toEqual([
    "completed",
    true,
    digest,
  ]);
});

it("is named by show and simulate: the approver's, the plan's, or pi's default", async () => {
  const chosen = await signed("person");
  expect((await chosen.start(["show", chosen.id]).ended).out).toContain("to run with gone/old\n");
  const planned = await signed("plan");
  expect((await planned.start(["show", planned.id]).ended).out).toContain("to run with gone/old\n");
  expect((await planned.start(["simulate", planned.id]).ended).out).toContain("Models: gone/old\n");
  const { id, start, settings } = await signed("nobody");
  expect((await start(["show", id]).ended).out).toContain("to run with pi's default, scripted/scripted-1\n");
  expect((await start(["simulate", id]).ended).out).toContain("Models: scripted/scripted-1\n");
  settings({});
  expect((await start(["simulate", id]).ended).out).toContain("the host's model");
});
