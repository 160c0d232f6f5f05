import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { audit } from "../../src/desk/audit.ts";
import { Desk } from "../../src/desk/desk.ts";
import type { Person } from "../../src/desk/persons.ts";
import { answer, inbox } from "../../src/desk/requests.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import type { Plan, Step } from "../../src/plan/plan.ts";
import { Chance } from "../desk/chance.ts";
import { must } from "../desk/fixture.ts";
import { ExecutorProcess } from "./executor-process.ts";

export interface RunChaos {
  runs: number;
  /** Runs that were killed before they were done, each time it happened. */
  kills: number;
  /** Steps that were in the middle then. */
  midway: number;
  /** Steps that were begun again because a person said so. */
  again: number;
  wrong: string[];
}

const STEPS = 20;
const SETTINGS = { sandbox: "off", snapshots: false, max_parallel_steps: 3, on_interrupted: "ask" };

/** Some plans of a process that is killed at random moments, and started again until all of them are done. */
export async function chaosGroup(seed: number, runs: number, kills: number): Promise<RunChaos> {
  const chance = new Chance(seed);
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-run-chaos-")));
  const home = join(root, "home");
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(join(home, "plans.json"), JSON.stringify(SETTINGS));
  const subjects: Subject[] = [];
  const found: RunChaos = { runs, kills: 0, midway: 0, again: 0, wrong: [] };
  try {
    for (let run = 0; run < runs; run++)
      subjects.push(await Subject.signed(join(root, `project-${run}`), home, chance));
    for (let round = 0; round <= kills && found.wrong.length === 0; round++) {
      await oneProcess(home, subjects, round < kills ? chance : undefined, found);
    }
    // What did not come to its end is not counted.
    const judged = found.wrong.length === 0 ? subjects : [];
    for (const subject of judged) found.wrong.push(...(await subject.judge(found)));
  } finally {
    for (const subject of subjects) subject.desk.close();
  }
  if (found.wrong.length === 0) rmSync(root, { recursive: true, force: true });
  return { ...found, wrong: found.wrong.map((words) => `${root}: ${words}`) };
}

/** By chance it is killed; without, it lives until everything is done. */
async function oneProcess(home: string, all: Subject[], chance: Chance | undefined, found: RunChaos): Promise<void> {
  const left: Subject[] = [];
  for (const subject of all) if ((await subject.state()).status !== "completed") left.push(subject);
  if (left.length === 0) return;
  const answers: Promise<void>[] = [];
  const places = left.map(({ desk, id }) => [desk.project, id] as const);
  const executor = new ExecutorProcess(home, places, (said) => {
    const subject = left.find(({ id }) => id === said.plan);
    if (subject && "waits" in said && said.waits.length > 0) answers.push(subject.sayGoOn());
  });
  await executor.ready;
  if (chance) {
    // Some in the very first moments; else after so many steps, and a little later.
    const steps = chance.below(4) === 0 ? 0 : chance.below((STEPS * left.length) / 2);
    await executor.until((said) => said.filter((one) => "began" in one).length >= steps);
    await Promise.race([sleep(chance.below(40)), executor.ended]);
    executor.child.kill("SIGKILL");
  }
  await executor.ended;
  await Promise.all(answers);
  if (executor.complaints !== "") found.wrong.push(executor.complaints);
  for (const subject of left) {
    const told = executor.said.flatMap((said) => ("version" in said && said.plan === subject.id ? said.version : []));
    found.wrong.push(...(await subject.compare(Math.max(0, ...told))));
    const { status, run } = await subject.state();
    if (status === "completed") continue;
    if (chance === undefined) found.wrong.push(`${subject.id} is ${status}, and nobody was killed`);
    found.kills += 1;
    found.midway += run?.steps.count("in_progress") ?? 0;
  }
}

/** A plan of its own project. */
class Subject {
  readonly desk: Desk;
  readonly person: Person;
  readonly id: string;
  #seals: string[] = [];

  static async signed(directory: string, home: string, chance: Chance): Promise<Subject> {
    for (let step = 0; step < STEPS; step++) mkdirSync(join(directory, "out", `s${step}`), { recursive: true });
    const desk = new Desk({ directory, env: { COUNTERSIGN_HOME: home } });
    const person = must(desk.authenticate({ via: "surface", surface: "chaos", id: "ann", name: "Ann" }));
    const { plan } = must(await desk.propose(chaosPlan(chance), person));
    must(await desk.send(plan.id, { type: "approve", revision: 1, digest: plan.proposal.digest }, person));
    return new Subject(desk, person, plan.id);
  }

  constructor(desk: Desk, person: Person, id: string) {
    this.desk = desk;
    this.person = person;
    this.id = id;
  }

  async state(): Promise<LivePlan> {
    const found = must(await this.desk.plan(this.id));
    if (found.kind !== "standing")
      throw new Error(`${this.id} is ${found.kind}: ${JSON.stringify(found).slice(0, 500)}`);
    return found.state;
  }

  /** Every question is answered: once more. It may have been answered already. */
  async sayGoOn(): Promise<void> {
    for (const { id, kind } of await inbox(this.desk)) {
      if (kind === "interruption") await answer(this.desk, id, { kind, choice: "again" }, this.person);
    }
  }

  /** What was there, and what the process was told is there, must be there. */
  async compare(told: number): Promise<string[]> {
    const { records } = await this.desk.store.loadJournal(this.id);
    const seals = records.map(({ seal }) => seal);
    const isKept = this.#seals.every((seal, index) => seal === seals[index]);
    this.#seals = seals;
    return [
      ...(isKept ? [] : ["a line of the journal is gone, or another one"]),
      ...(told <= records.length ? [] : ["it was told of a line that is not there"]),
    ];
  }

  async judge(found: RunChaos): Promise<string[]> {
    const wrong: string[] = [];
    const { journals, entries } = await audit(this.desk);
    for (const { journal, broken } of journals) if (broken) wrong.push(`${journal}: ${broken.message}`);
    if (entries.some(({ verified }) => !verified)) wrong.push("a seal does not hold");
    const { records } = await this.desk.store.loadJournal(this.id);
    const { run } = await this.state();
    if (run?.plan.steps.length !== STEPS) wrong.push("steps are gone");
    const moves = records.flatMap(({ by, events }) =>
      (events as PlanEvent[]).flatMap((event) => (event.type === "step_updated" ? { ...event, by } : [])),
    );
    for (const step of run?.plan.steps ?? []) {
      const own = moves.filter(({ step_id }) => step_id === step.id);
      const told = 1 + own.filter(({ to, by }) => to === "pending" && by.kind === "person").length;
      const starts = own.filter(({ to }) => to === "in_progress").length;
      const times = linesOf(join(this.desk.project, "out", step.id, "did"));
      found.again += told - 1;
      if (starts > told) wrong.push(`${step.id} began ${starts} times, and was told to ${told} times`);
      if (step.verify !== undefined && times !== 1) wrong.push(`${step.id} has a check, and happened ${times} times`);
      if (times < 1 || times > told) wrong.push(`${step.id} happened ${times} times, and was told to ${told} times`);
    }
    return [...wrong, ...leftOf(moves.flatMap(({ subagent_id }) => subagent_id ?? []))];
  }
}

/** Each step leaves a line; half of them have a check that looks for it, and some leave a process behind. */
function chaosPlan(chance: Chance): Omit<Plan, "id"> {
  const steps = Array.from({ length: STEPS }, (_, index): Step => {
    const id = `s${index}`;
    const before = index - 1 - chance.below(4);
    const pause = chance.below(4) === 0 ? "sleep 0.03; " : "";
    const orphan = chance.below(20) === 0 ? "; setsid sleep 300 >/dev/null 2>&1 &" : "";
    return {
      ...{ id, title: id, run: `${pause}echo ${id} >> out/${id}/did${orphan}`, files: [`out/${id}/did`] },
      ...(before >= 0 && { depends_on: [`s${before}`] }),
      ...(index % 2 === 0 && { verify: `test -e out/${id}/did` }),
    };
  });
  return { title: "Chaos", steps };
}

/** What still runs for any of these. */
function leftOf(agents: readonly string[]): string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const environments = pids.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
    } catch {
      return [];
    }
  });
  const marks = new Set(agents.map((agent) => `COUNTERSIGN_AGENT=${agent}`));
  return environments.flatMap((names) => names.filter((name) => marks.has(name))).map((mark) => `${mark} still runs`);
}

function linesOf(path: string): number {
  return existsSync(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
}
