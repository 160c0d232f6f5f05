import { createHash } from "node:crypto";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Desk, type FoundPlan } from "../../src/desk/desk.ts";
import type { DeskRefusal, Outcome } from "../../src/desk/outcome.ts";
import { localActor, type Person } from "../../src/desk/persons.ts";
import type { Actor } from "../../src/lifecycle/actor.ts";
import type { LivePlan } from "../../src/lifecycle/plan-state.ts";
import type { PlanId } from "../../src/plan/plan.ts";
import { afterTest } from "../agent/bench/after-test.ts";

/** A project, a home and a clock of its own; `open` is another process at the same desk. */
export interface Fixture {
  /** Holds the project and what must not be touched from it. */
  root: string;
  project: string;
  home: string;
  env: NodeJS.ProcessEnv;
  desk: Desk;
  /** Whoever types here, and the same as a person. */
  local: Actor;
  person: Person;
  open(options?: { project?: string; home?: string; env?: NodeJS.ProcessEnv }): Desk;
  /** Lets time pass. */
  pass(minutes: number): void;
  planFile(id: PlanId): string;
  journalFile(name: string): string;
}

export function fixture(settings?: object): Fixture {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-")));
  afterTest(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, "project");
  const home = join(root, "home");
  for (const path of [project, join(root, "outside")]) mkdirSync(path);
  mkdirSync(home, { mode: 0o700 });
  if (settings) writeFileSync(join(home, "plans.json"), JSON.stringify(settings));
  const env = { COUNTERSIGN_HOME: home };
  let clock = Date.parse("2026-11-15T09:00:00.000Z");
  const now = () => {
    clock += 1000;
    return new Date(clock);
  };
  const open: Fixture["open"] = (options = {}) => {
    const desk = new Desk({
      directory: options.project ?? project,
      env: { ...env, ...(options.home && { COUNTERSIGN_HOME: options.home }), ...options.env },
      now,
    });
    afterTest(() => desk.close());
    return desk;
  };
  const desk = open();
  return {
    root,
    project,
    home,
    env,
    desk,
    local: localActor(env),
    person: must(desk.authenticate({ via: "terminal" })),
    open,
    pass: (minutes) => {
      clock += minutes * 60_000;
    },
    planFile: (id) => join(project, ".pi", "plans", `${id}.md`),
    journalFile: (name) => join(project, ".pi", "plans", "sessions", `${name}.jsonl`),
  };
}

export const ID = "PLAN-0a1b2c3d";

/** A plan with everything that matters here: two steps, one of them waiting for a decision. */
export function draft(more: object = {}): Record<string, unknown> {
  return {
    id: ID,
    title: "Replace the cache",
    summary: "The old cache goes.",
    steps: [
      { id: "look", title: "Look around", tools: ["read"] },
      { id: "swap", title: "Swap it", depends_on: ["look"], tools: ["edit"], files: ["src/**"] },
    ],
    ...more,
  };
}

export async function propose(f: Fixture, more: object = {}, desk = f.desk): Promise<LivePlan> {
  return must(await desk.propose(draft(more), f.local)).plan;
}

export async function approve(f: Fixture, id: PlanId = ID, desk = f.desk): Promise<LivePlan> {
  const { revision, digest } = (await standing(desk, id)).proposal;
  return must(await desk.send(id, { type: "approve", revision, digest }, f.person));
}

/** Six records: proposed, sent back, proposed again, signed, started, a step begun. */
export async function life(f: Fixture, id: PlanId = ID): Promise<void> {
  await propose(f, { id });
  must(await f.desk.send(id, { type: "request_changes", revision: 1, feedback: "Say why." }, f.person));
  await propose(f, { id, summary: "The old cache goes: it is slow." });
  await approve(f, id);
  must(await f.desk.send(id, { type: "start", run_id: "run-1" }, f.local));
  must(await f.desk.send(id, { type: "start_step", step_id: "look" }, f.local));
}

export async function found(desk: Desk, id: PlanId = ID): Promise<FoundPlan> {
  return must(await desk.plan(id));
}

export async function standing(desk: Desk, id: PlanId = ID): Promise<LivePlan> {
  const view = await found(desk, id);
  if (view.kind !== "standing") throw new Error(`${id} is ${view.kind}: ${JSON.stringify(view).slice(0, 500)}`);
  return view.state;
}

export function must<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusal)}`);
  return outcome.value;
}

export function refusalOf(outcome: Outcome<unknown>): DeskRefusal {
  if (outcome.ok) throw new Error(`not refused: ${JSON.stringify(outcome.value).slice(0, 500)}`);
  return outcome.refusal;
}

export function edit(path: string, change: (text: string) => string): void {
  const before = readFileSync(path, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`the edit of ${path} changed nothing`);
  writeFileSync(path, after);
}

export function lines(path: string): string[] {
  return readFileSync(path, "utf8").split("\n").slice(0, -1);
}

/** Every path below a directory with a hash of what is there; links are not followed. */
export function listing(directory: string, except: (path: string) => boolean = () => false): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (path: string, name: string): void => {
    if (except(name)) return;
    const stats = lstatSync(path);
    if (stats.isDirectory()) {
      found[`${name}/`] = "directory";
      for (const child of readdirSync(path).sort()) walk(join(path, child), name === "" ? child : `${name}/${child}`);
    } else if (stats.isSymbolicLink()) found[name] = `-> ${readlinkSync(path)}`;
    else found[name] = stats.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : "special";
  };
  walk(directory, "");
  return found;
}

/** A copy of the project elsewhere, as a clone or a move would make it. */
export function copyOf(f: Fixture, name: string): string {
  const to = join(f.root, name);
  cpSync(f.project, to, { recursive: true, filter: (path) => !/state\.db/.test(path) });
  return to;
}
