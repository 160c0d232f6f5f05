import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { prepareRollBack } from "../../../src/acts/prepare-roll-back.ts";
import { runPlan } from "../../../src/agent/run-in-program.ts";
import { Desk } from "../../../src/desk/desk.ts";
import { localActor } from "../../../src/desk/persons.ts";
import { answer, inbox } from "../../../src/desk/requests.ts";
import type { ScriptedStep } from "../../../testing/openai-server.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { prepareCli } from "../../agent/bench/pi-cli.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { must } from "../../desk/fixture.ts";
import { Running } from "./run-bench.ts";

const call = (name: string, input: object): ScriptedStep => ({
  calls: [{ name, arguments: input }],
  usage: { input: 1_000, output: 50 },
});
const DONE = call("finish_step", { outcome: "done", summary: "It is written.", notes: "" });

/** A signed plan of one step for an agent, and the command that carries it out with a model that follows a script. */
async function running(script: ScriptedStep[], ...more: (string | object)[]) {
  const options = more.filter((one) => typeof one === "string");
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  const { env } = await prepareCli({ project, script });
  const desk = new Desk({ directory: project.cwd, env: project.env });
  afterTest(() => desk.close());
  const step = { id: "write", title: "Write it", mode: "code", tools: ["read", "write"], files: ["src/**"] };
  const steps = [Object.assign(step, ...more.filter((one) => typeof one === "object"))];
  const { plan } = must(await desk.propose({ title: "With an agent", steps }, localActor({})));
  const ana = must(desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "ana" }));
  const { revision, digest } = plan.proposal;
  must(await desk.send(plan.id, { type: "approve", revision, digest }, ana));
  const command = new Running(["run", plan.id, ...options], { cwd: project.cwd, env });
  return { project, desk, ana, id: plan.id, command, env };
}

it("carries out a step of an agent, and tells what it used", async () => {
  const { project, command } = await running([call("write", { path: "src/new.txt", content: "new\n" }), DONE]);
  const { code, out, err } = await command.ended;
  expect(err).toBe("");
  expect(out).toMatch(/write completed in .*, 1 file changed, 2k tokens/);
  expect(out).toMatch(/tokens +cost\n +✓ write: Write it .* 2k \(\d+k\)/);
  expect(code).toBe(0);
  expect(readFileSync(join(project.cwd, "src/new.txt"), "utf8")).toBe("new\n");
});

it("tells how a step deviated from the plan, when it ends, at the end and in JSON", async () => {
  const deviations = ["the text is longer than planned"];
  const script = [
    call("write", { path: "src/new.txt", content: "new\n" }),
    call("finish_step", { outcome: "done", summary: "It is written.", deviations }),
  ];
  const { command, id, project } = await running(script);
  const { out } = await command.ended;
  expect(out).toMatch(/write completed .*\n.*! deviated from the plan: the text is longer than planned\n/);
  expect(out).toMatch(/1 file changed:\n.*\n +! write deviated from the plan: the text is longer than planned/);
  const show = async (...more: string[]) => {
    const shown = new Running(["show", id, ...more], { cwd: project.cwd, env: { ...process.env, ...project.env } });
    return (await shown.ended).out;
  };
  expect(await show()).toMatch(/deviations +the text is longer than planned/);
  expect(JSON.parse(await show("--json")).plan.steps).toMatchObject([{ id: "write", deviations }]);
  const again = await running(script, "--json");
  const lines = (await again.command.ended).out.trim().split("\n");
  const { report } = JSON.parse(lines.at(-1) ?? "").end;
  expect(report.left_behind.deviations).toEqual([{ step: "write", what: deviations[0] }]);
});

it("waits when the agent wants more than was signed, and goes on when somebody answers elsewhere", async () => {
  const { project, desk, ana, command } = await running([call("write", { path: "other.txt", content: "x\n" }), DONE]);
  await command.says(/waits for you: Step write wants to use write[\s\S]*countersign answer \S+ once\|add\|refuse/);
  const [request] = (await inbox(desk)).filter(({ kind }) => kind === "amendment");
  expect(existsSync(join(project.cwd, "other.txt"))).toBe(false);
  must(await answer(desk, request?.id ?? "", { kind: "amendment", choice: "add" }, ana));
  const { code, out } = await command.ended;
  expect(out).toMatch(/write may also use .*other\.txt.*: added by ana/);
  expect(code).toBe(0);
  expect(readFileSync(join(project.cwd, "other.txt"), "utf8")).toBe("x\n");
});

it("that does not wait leaves a call outside the scope in the inbox, ends with 3, and goes on after an answer", async () => {
  const outside = call("write", { path: "other.txt", content: "x\n" });
  const { project, desk, ana, id, command, env } = await running([outside, outside, DONE], "--no-wait");
  const { code, out } = await command.ended;
  expect(out).toMatch(
    /Step write wants to use write, outside its approved scope[\s\S]*countersign answer \S+ add\|refuse/,
  );
  expect(code).toBe(3);
  const [request] = await inbox(desk);
  expect(request).toMatchObject({ kind: "amendment", unattended: true, adds: { files: ["other.txt"] } });
  const once = await answer(desk, request?.id ?? "", { kind: "amendment", choice: "once" }, ana);
  expect(once).toMatchObject({ ok: false, refusal: { kind: "wrong_answer" } });
  must(await answer(desk, request?.id ?? "", { kind: "amendment", choice: "add" }, ana));
  expect(existsSync(join(project.cwd, "other.txt"))).toBe(false);
  must(await desk.send(id, { type: "resume" }, ana));
  const again = await new Running(["run", id, "--resume", "--no-wait"], { cwd: project.cwd, env }).ended;
  expect([again.code, again.err]).toEqual([0, ""]);
  expect(readFileSync(join(project.cwd, "other.txt"), "utf8")).toBe("x\n");
});

it("interrupts the agent when it is left", async () => {
  const { project, desk, id, command } = await running([{ hang: true }]);
  await command.says(/write started/);
  command.child.kill("SIGINT");
  expect((await command.ended).code).toBe(130);
  const plan = must(await desk.plan(id));
  expect(plan.kind === "standing" && plan.state.run?.steps.get("write")?.status).toBe("interrupted");
  expect(existsSync(join(project.cwd, "src/new.txt"))).toBe(false);
});

it("killed while its model thinks, has none of a person's changes since, however soon they come", async () => {
  const thinks = Promise.withResolvers<void>();
  const never: ScriptedStep = () => {
    thinks.resolve();
    return new Promise(() => {});
  };
  const { project, desk, command, env, id, ana } = await running(
    [call("write", { path: "src/new.txt", content: "new\n" }), never],
    { verify: "test -e src/new.txt" },
  );
  await thinks.promise;
  const at = (name: string) => join(project.cwd, name);
  command.child.kill("SIGKILL");
  writeFileSync(at("src/mine.txt"), "mine\n");
  appendFileSync(at("a.txt"), "mine\n");
  await command.ended;
  const again = must(await runPlan(desk, id, { resumeBy: ana, env: { ...process.env, ...env } }));
  expect(again).toMatchObject({ how: "completed" });
  const found = must(await desk.plan(id));
  const result = found.kind === "standing" ? found.state.run?.steps.get("write")?.result : undefined;
  expect(result?.artifacts).toEqual([{ path: "src/new.txt", how: "added" }]);
  expect(result?.drift).toEqual([]);
  expect(result?.others?.map(({ path }) => path)).toEqual(["a.txt", "src/mine.txt"]);
  const prepared = must(await prepareRollBack({ desk }, id, { env: { ...process.env, ...project.env } }));
  must(await prepared.confirm(ana));
  expect([existsSync(at("src/new.txt")), existsSync(at("src/mine.txt"))]).toEqual([false, true]);
  expect(readFileSync(at("a.txt"), "utf8")).toBe("one\nmine\n");
  expect(existsSync(join(project.home, "work"))).toBe(true);
  expect(readdirSync(join(project.home, "work"))).toEqual([]);
});
