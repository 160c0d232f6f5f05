import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { runPlan } from "../../src/acts/run-plan.ts";
import { loadCodec } from "../../src/desk/codec.ts";
import { Desk } from "../../src/desk/desk.ts";

// Carries out plans, each of its own project, all at once; and says what it was told is written. It is killed, stopped or
// robbed at some moment.

/** What it says, line by line. */
export type Said =
  | { plan: string; version: number }
  | { plan: string; began: string }
  | { plan: string; waits: string[] }
  | { plan: string; end: string };

const [places = "[]"] = process.argv.slice(2);
const say = (said: Said | "ready") => writeSync(1, `${JSON.stringify(said)}\n`);

async function carryOut(directory: string, plan: string): Promise<void> {
  const desk = new Desk({ directory });
  const ran = await runPlan(plan, {
    ...{ desk, env: process.env, signal: new AbortController().signal, canWait: true },
    agents: async () => {
      throw new Error("These plans have commands only.");
    },
    tell: (news) => {
      if (news.type === "changed") say({ plan, version: news.plan.version });
      if (news.type === "waiting") say({ plan, waits: news.reasons });
      if (news.type === "progress" && news.progress.type === "activity") say({ plan, began: news.step_id });
    },
  });
  say({ plan, end: ran.ok ? ran.value.how : `${ran.refusal.kind}: ${ran.refusal.message}` });
  desk.close();
}

await loadCodec();
flushCompileCache();
say("ready");
await Promise.all((JSON.parse(places) as [string, string][]).map(([directory, plan]) => carryOut(directory, plan)));
