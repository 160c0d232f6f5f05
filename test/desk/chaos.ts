import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdtempSync, rmSync, watch } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Desk } from "../../src/desk/desk.ts";
import { bundledProcess } from "../bundled-process.ts";
import { Chance } from "./chance.ts";
import type { Acknowledged } from "./chaos.process.ts";
import { childEnvironment } from "./child-environment.ts";
import { contradictions } from "./contradictions.ts";

const PROGRAM = await bundledProcess(new URL("./chaos.process.ts", import.meta.url));

export interface ChaosOptions {
  kills: number;
  seed: number;
  /** No new round begins after so many milliseconds. */
  patience?: number;
  onRound?: (soFar: Chaos) => void;
}

export interface Chaos {
  kills: number;
  acknowledged: number;
  /** Kills that left a commit half done, for the next process to finish or to discard. */
  midway: number;
  wrong: string[];
}

/** Two processes work at one desk; both are killed at a random moment; then everything they were told must be true. */
export async function makeChaos({
  kills,
  seed,
  patience = Number.POSITIVE_INFINITY,
  onRound,
}: ChaosOptions): Promise<Chaos> {
  const chance = new Chance(seed);
  const sum: Chaos = { kills: 0, acknowledged: 0, midway: 0, wrong: [] };
  const start = Date.now();
  while (sum.kills < kills && sum.wrong.length === 0 && Date.now() - start < patience) await inOneProject();
  return sum;

  async function inOneProject(): Promise<void> {
    const project = mkdtempSync(join(tmpdir(), "countersign-chaos-"));
    const home = mkdtempSync(join(tmpdir(), "countersign-home-"));
    const acknowledged: Acknowledged[] = [];
    for (let round = 0; round < 5 && sum.kills < kills && sum.wrong.length === 0; round++) {
      const victims = ["one", "two"].map(
        (name) => new Victim(project, home, name, chance.below(2 ** 31), acknowledged),
      );
      await Promise.all(victims.map((victim) => victim.ready));
      // Some are killed before they have done anything: the very first commit is one of the moments.
      const moments = victims.map(() => ({
        acts: chance.below(5),
        midway: chance.below(2) === 1,
        delay: chance.below(30),
      }));
      await Promise.all(victims.map((victim, index) => victim.workUntil(moments[index] as Moment)));
      sum.kills += victims.length;
      const found = await judge(project, home, acknowledged);
      sum.midway += found.midway;
      sum.wrong.push(...victims.flatMap(({ complaints }) => complaints), ...found.wrong);
      onRound?.({ ...sum, acknowledged: sum.acknowledged + acknowledged.length });
    }
    sum.acknowledged += acknowledged.length;
    if (sum.wrong.length > 0) return;
    for (const path of [project, home]) rmSync(path, { recursive: true, force: true });
  }
}

class Victim {
  readonly ready: Promise<unknown>;
  readonly complaints: string[] = [];
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #acknowledged: Acknowledged[];
  readonly #project: string;
  #onLine: () => void = () => {};

  constructor(project: string, home: string, name: string, seed: number, acknowledged: Acknowledged[]) {
    this.#acknowledged = acknowledged;
    this.#project = project;
    this.#child = spawn(process.execPath, [PROGRAM, project, name, String(seed)], {
      env: childEnvironment(home),
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#ended = once(this.#child, "close");
    this.#child.stderr?.on("data", (text) => this.complaints.push(`${name}: ${text}`));
    this.ready = new Promise((resolve) => {
      createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
        if (line === "ready") return resolve(undefined);
        this.#acknowledged.push(JSON.parse(line));
        this.#onLine();
      });
      this.#ended.then(resolve);
    });
  }

  /** Lets it work until so many acts are acknowledged and a few milliseconds more, and kills it. */
  async workUntil({ acts, midway, delay }: Moment): Promise<void> {
    const enough = new Promise<void>((resolve) => {
      let seen = 0;
      this.#onLine = () => ++seen >= acts && resolve();
      if (acts === 0) resolve();
      this.#ended.then(() => resolve());
    });
    this.#child.stdin?.write("go\n");
    await enough;
    await (midway ? this.#commitUnderWay(delay / 10) : sleep(delay));
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  /** Comes back a moment after somebody has begun to commit. */
  async #commitUnderWay(delay: number): Promise<void> {
    const began = Promise.withResolvers<unknown>();
    const path = join(this.#project, ".pi/plans/.unfinished");
    const watcher = existsSync(path) ? watch(path, began.resolve) : undefined;
    await Promise.race([began.promise, this.#ended, sleep(watcher ? 500 : delay)]);
    const until = performance.now() + delay;
    while (performance.now() < until);
    watcher?.close();
  }
}

/** When to kill: after so many acts and milliseconds, or then as soon as a commit is under way. */
interface Moment {
  acts: number;
  midway: boolean;
  delay: number;
}

/** What a process that starts after the kills finds. */
async function judge(
  directory: string,
  home: string,
  acknowledged: readonly Acknowledged[],
): Promise<{ wrong: string[]; midway: number }> {
  const desk = new Desk({ directory, env: { COUNTERSIGN_HOME: home } });
  try {
    const midway = unfinished(directory);
    const wrong: string[] = [];
    // Whoever lists first mends; what was acknowledged is looked up after that.
    await desk.plans({ limit: 1 });
    for (const { journal, version, event } of acknowledged) {
      const { records } = await desk.store.loadJournal(journal);
      const events = (records[version - 1]?.events ?? []) as { type: string }[];
      if (!events.some(({ type }) => type === event))
        wrong.push(`${journal} ${version}: ${event} was acknowledged and is not there`);
    }
    const places = acknowledged.map(({ journal, version }) => `${journal} ${version}`);
    if (new Set(places).size !== places.length) wrong.push("one version was acknowledged twice");
    if (acknowledged.length > 0) wrong.push(...(await contradictions(desk)));
    return { wrong, midway };
  } finally {
    desk.close();
  }
}

function unfinished(directory: string): number {
  return globSync(".pi/plans/.unfinished/*", { cwd: directory }).length;
}
