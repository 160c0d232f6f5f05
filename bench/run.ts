import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OpenWorkflow } from "openworkflow";
import { BackendSqlite } from "openworkflow/sqlite";
import type { Codec } from "../src/desk/codec.ts";
import { Desk } from "../src/desk/desk.ts";
import { NO_STATS } from "../src/lifecycle/step-result.ts";
import { digestOf } from "../src/plan/digest.ts";
import type { Step } from "../src/plan/plan.ts";
import type { PlanDocument } from "../src/plan/read-markdown.ts";
import { acquireRun } from "../src/run/acquire-run.ts";
import { execute } from "../src/run/execute.ts";
import { newLease } from "../src/run/lease.ts";
import { runSettings } from "../src/run/run-settings.ts";
import { NO_TRACKING } from "../test/run/no-tracking.ts";

// What the executor adds to a step: a runner that does nothing, the durable journal on. Beside it the same steps in
// openworkflow on SQLite, in the same process and on the same disk. A step is durable when its start and its outcome
// would survive a crash. Milliseconds a step, and how many of them the processor was at work; the fastest of several
// runs, which take turns: what else the machine does at some moment slows down all of them, and the first runs of both only
// warm up. Plans are kept as JSON here and
// not as markdown: that is parsed when a plan is proposed, signed and ended, and not when a step is carried out.

const JSON_TEXT: Codec = {
  read: (text) => ({
    document: { plan: JSON.parse(text), text, claims: {} } as unknown as PlanDocument,
    digest: digestOf(JSON.parse(text)),
  }),
  write: (plan) => JSON.stringify(plan),
  digest: digestOf,
};

const CHAIN = chain(1_000);
const WIDE = wide(1_000);
const SMALL = dag(1_000);
const LARGE = dag(10_000);

interface Pace {
  /** Milliseconds a step. */
  time: number;
  processor: number;
}

const [chained, theirChain] = await takingTurns(12, [() => ours(CHAIN, 1, JSON_TEXT), () => theirs(CHAIN, 1)]);
const [parallel, theirWide] = await takingTurns(4, [() => ours(WIDE, 16, JSON_TEXT), () => theirs(WIDE, 16)]);
const [small, large] = await takingTurns(4, [() => ours(SMALL, 4, JSON_TEXT), () => ours(LARGE, 4, JSON_TEXT)]);

console.log(
  `${"milliseconds a step (of the processor)".padEnd(40)}${"countersign".padStart(16)}${"openworkflow".padStart(16)}`,
);
row("1,000 steps in a chain", chained, theirChain);
row("1,000 steps, 16 at a time", parallel, theirWide);
row("1,000 steps in a graph, 4 at a time", small);
row("10,000 steps in a graph, 4 at a time", large);
console.log();
verdict("a chain, against openworkflow", theirChain.time / chained.time, "at least", 2);
verdict("in parallel, against openworkflow", theirWide.time / parallel.time, "at least", 2);
verdict("10,000 steps against 1,000", (large.time * LARGE.length) / (small.time * SMALL.length), "at most", 12);

function row(name: string, ...paces: Pace[]): void {
  const cells = paces.map(({ time, processor }) => `${time.toFixed(2)} (${processor.toFixed(2)})`.padStart(16));
  console.log(`${name.padEnd(40)}${cells.join("")}`);
}

function verdict(name: string, ratio: number, bound: "at least" | "at most", wanted: number): void {
  const isMet = bound === "at least" ? ratio >= wanted : ratio <= wanted;
  console.log(`  ${name.padEnd(38)} ${ratio.toFixed(1)} times (wanted: ${bound} ${wanted})${isMet ? "" : "  MISSED"}`);
  if (!isMet) process.exitCode = 1;
}

type Measure = () => Promise<Pace>;

async function takingTurns(times: number, [one, other]: [Measure, Measure]): Promise<[Pace, Pace]> {
  const fastest = ({ time, processor }: Pace, pace: Pace): Pace => ({
    time: Math.min(time, pace.time),
    processor: Math.min(processor, pace.processor),
  });
  let paces: [Pace, Pace] = [await one(), await other()];
  for (let time = 1; time < times; time++) paces = [fastest(paces[0], await one()), fastest(paces[1], await other())];
  return paces;
}

/** Takes the time of what is begun now, until it is asked. */
function watchOf(steps: number): () => Pace {
  const began = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { time: (performance.now() - began) / steps, processor: (user + system) / 1_000 / steps };
  };
}

async function ours(steps: Step[], max_parallel_steps: number, codec: Codec): Promise<Pace> {
  return inDirectory(async (root) => {
    const project = join(root, "project");
    const home = join(root, "home");
    mkdirSync(project);
    mkdirSync(home, { mode: 0o700 });
    const desk = new Desk({ directory: project, env: { COUNTERSIGN_HOME: home }, codec });
    const person = must(desk.authenticate({ via: "terminal" }));
    const { plan } = must(await desk.propose({ title: "Many steps", steps }, person));
    must(await desk.send(plan.id, { type: "approve", revision: 1, digest: plan.proposal.digest }, person));
    const taken = must(await acquireRun(desk, plan.id, newLease()));
    const stop = watchOf(steps.length);
    const end = await execute(taken, {
      ...{ desk, canWait: false, signal: new AbortController().signal, witness: NO_TRACKING },
      settings: { ...runSettings(desk.configuration.config), max_parallel_steps },
      runnerOf: () => ({ run: async () => ({ status: "completed", output: "", stats: NO_STATS }) }),
      verify: async () => ({ ok: true, said: "" }),
      tell: () => {},
    });
    const pace = stop();
    if (end.how !== "completed") throw new Error(`It ended as ${end.how}.`);
    desk.close();
    return pace;
  });
}

async function theirs(steps: Step[], atOnce: number): Promise<Pace> {
  return inDirectory(async (root) => {
    const backend = BackendSqlite.connect(join(root, "workflows.db"));
    const client = new OpenWorkflow({ backend });
    const workflow = client.defineWorkflow({ name: "many-steps" }, async ({ step }) => {
      if (atOnce === 1) {
        for (const { id } of steps) await step.run({ name: id }, async () => null);
        return null;
      }
      const left = [...steps];
      const lane = async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift())
          await step.run({ name: next.id }, async () => null);
      };
      await Promise.all(Array.from({ length: atOnce }, lane));
      return null;
    });
    const worker = client.newWorker({ concurrency: 1 });
    const handle = await workflow.run({});
    const stop = watchOf(steps.length);
    await worker.start();
    await handle.result({ timeoutMs: 600_000 });
    const pace = stop();
    await worker.stop();
    await backend.stop();
    return pace;
  });
}

async function inDirectory<T>(work: (root: string) => Promise<T>): Promise<T> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-bench-")));
  try {
    return await work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function must<T>(outcome: { ok: true; value: T } | { ok: false; refusal: { message: string } }): T {
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
}

function chain(count: number): Step[] {
  return numbers(count).map((n) => ({ ...step(n), ...(n > 0 && { depends_on: [`s${n - 1}`] }) }));
}

function wide(count: number): Step[] {
  return numbers(count).map((n) => ({ ...step(n), mode: "research" }));
}

/** Layers of ten, each step after three of the layer before. */
function dag(count: number): Step[] {
  return numbers(count).map((n) => {
    const layer = Math.floor(n / 10);
    const before = layer === 0 ? [] : [0, 3, 7].map((k) => `s${(layer - 1) * 10 + ((n + k) % 10)}`);
    return { ...step(n), mode: "research", ...(before.length > 0 && { depends_on: before }) };
  });
}

function step(n: number): Step {
  return { id: `s${n}`, title: `Step ${n}` };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}
