import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Desk } from "../../../src/desk/desk.ts";
import { knownAgents } from "../../../src/desk/known-agents.ts";
import { pulses } from "../../../src/desk/pulses.ts";
import { createToken } from "../../../src/desk/tokens.ts";
import type { LivePlan } from "../../../src/lifecycle/plan-state.ts";
import type { Clock } from "../../../src/run/clock.ts";
import { terminalExtension } from "../../../src/surfaces/terminal/extension.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { keyboard } from "../../agent/bench/keyboard.ts";
import { type BenchTerminal, openTerminal, type TerminalOptions } from "../../agent/bench/terminal.ts";

/** One step by the model with a check, and one that is only a command. */
export const PLAN = {
  title: "Say two",
  goal: "a.txt says two",
  summary: "One word becomes another.",
  steps: [
    { id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], risk: "low", verify: "grep -q two a.txt" },
    { id: "look", title: "Look at it", run: "cat a.txt", depends_on: ["write"] },
  ],
};

/** Two steps by the model, the second one waits for a decision. */
export const DECISION_PLAN = {
  title: "Say a word",
  steps: [
    { id: "write", title: "Write it", tools: ["write"], files: ["a.txt"] },
    { id: "more", title: "Write more", tools: ["write"], files: ["b.txt"], depends_on: ["write"], decision_id: "word" },
  ],
  decisions: [
    { decision_id: "word", header: "Word", question: "Which word?", options: [{ label: "two" }, { label: "three" }] },
  ],
};

export interface PlanBench extends BenchTerminal {
  desk: Desk;
  /** The only plan there is, or the newest. */
  plan(): Promise<LivePlan>;
  /** Where every agent of this project stands, as `phase` or `phase task`. */
  agents(): Promise<string[]>;
  /** Waits until the plan is as wanted, whoever makes it so. */
  until(isWanted: (plan: LivePlan) => boolean): Promise<LivePlan>;
  /** As if the process was killed: nothing of it hears or writes anything any more. */
  kill(): Promise<void>;
  /** pi started anew, on the same session if its file is there. */
  again(more?: TerminalOptions): Promise<PlanBench>;
}

/** pi with plan mode on a terminal in memory: a git repository with `a.txt`, its session in a file. */
export async function openPlanBench(options: TerminalOptions & { clock?: Clock } = {}): Promise<PlanBench> {
  const { clock } = options;
  let shutDown: ((event: { reason: "quit" }) => unknown) | undefined;
  const extension = (pi: ExtensionAPI) => {
    const on = (name: "session_shutdown", handler: NonNullable<typeof shutDown>) => {
      if (name === "session_shutdown") shutDown = handler;
      return pi.on(name, handler as never);
    };
    const own = { keyboard, pause: 0, isAlone: false, ...(clock && { clock }) };
    terminalExtension(Object.assign(Object.create(pi), { on }), own);
  };
  const given: TerminalOptions = {
    git: true,
    files: { "a.txt": "one\n" },
    session: "file",
    columns: 80,
    rows: 40,
    ...options,
    extensions: [...(options.extensions ?? []), extension],
  };
  const bench = await openTerminal(given);
  return withDesk(bench, {
    // Its watchers and its desk go with it, as they would with the process. Nothing is written by that.
    kill: async () => {
      const live = join(bench.project.home, "live");
      const marks = existsSync(live) ? readdirSync(live) : [];
      await shutDown?.({ reason: "quit" });
      bench.crash();
      // A process that quits deletes its marks; those of a killed one stay, and name no process that runs.
      for (const mark of marks) writeFileSync(join(live, mark), "0 gone gone");
    },
    again: (more = {}) =>
      openPlanBench({
        ...options,
        responses: [],
        ...more,
        project: bench.project,
        session: more.session ?? { file: bench.sessionFile() },
      }),
  });
}

function withDesk(bench: BenchTerminal, more: Pick<PlanBench, "kill" | "again">): PlanBench {
  const desk = outsideDesk(bench);
  const plan = async (): Promise<LivePlan> => {
    const [row] = (await desk.plans({ limit: 1 })).rows;
    const found = row && (await desk.plan(row.id));
    if (!found?.ok || found.value.kind !== "standing") throw new Error("There is no plan.");
    return found.value.state;
  };
  const added: Omit<PlanBench, keyof BenchTerminal> = {
    ...more,
    desk,
    plan,
    agents: async () => {
      const found = await knownAgents(desk);
      return found.map(({ phase, task }) => [phase, task].filter(Boolean).join(" "));
    },
    until: async (isWanted) => {
      let now: LivePlan | undefined;
      for await (const _ of pulses(desk, AbortSignal.timeout(15_000))) {
        now = await plan().catch(() => undefined);
        if (now !== undefined && isWanted(now)) return now;
      }
      throw new Error(`The plan stays ${now?.status}. It shows:\n${await bench.screen()}`);
    },
  };
  return Object.defineProperties(added, Object.getOwnPropertyDescriptors(bench)) as PlanBench;
}

/** A desk of somebody else's on the same project: no agent's mark is on it. */
export function outsideDesk({ project }: Pick<BenchTerminal, "project">): Desk {
  const { COUNTERSIGN_AGENT: _, ...env } = { ...process.env, ...project.env };
  const desk = new Desk({ directory: project.cwd, env });
  afterTest(() => desk.close());
  return desk;
}

const COUNTERSIGN = fileURLToPath(new URL("../../../bin/countersign.js", import.meta.url));

/** `countersign …` in a process of its own, by an approver called rita who has a token. */
export function countersign({ project }: Pick<BenchTerminal, "project">, ...args: string[]) {
  const desk = outsideDesk({ project });
  const me = desk.authenticate({ via: "terminal" });
  if (!me.ok) throw new Error(me.refusal.message);
  const { secret } = createToken(desk.homeDatabase(), { name: "rita", roles: [] }, me.value, desk.at());
  const { COUNTERSIGN_AGENT: _, ...env } = { ...process.env, ...project.env };
  const ran = spawnSync(process.execPath, [COUNTERSIGN, ...args], {
    cwd: project.cwd,
    env: { ...env, COUNTERSIGN_APPROVER_TOKEN: secret },
    encoding: "utf8",
  });
  if (ran.status !== 0) throw new Error(`countersign ${args.join(" ")}: ${ran.stderr}${ran.stdout}`);
  return ran.stdout;
}
