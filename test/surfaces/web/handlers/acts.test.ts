import { describe, expect, it } from "vitest";
import { type CallAction, MOVES, refusalLines } from "../../../../src/lifecycle/next-action.ts";
import type { Refused } from "../../../../src/surfaces/web/api/basics.ts";
import type { AdviceReader } from "../../../../testing/advice.ts";
import {
  type ActName,
  type ActsDoor,
  type DoorOptions,
  describeActs,
  type Wish,
} from "../../../../testing/describe-acts.ts";
import { signed } from "../../../../testing/plan-stages.ts";
import { completeRun } from "../../../acts/complete-run.ts";
import { type Browser, WebBench } from "../web-bench.ts";

const ALL: ActName[] = [
  ...(["run", "resume", "pause", "retry", "skip", "fail", "cancel", "decide", "answer"] as const),
  ...(["queue", "unqueue", "archive", "clone", "model", "rollback"] as const),
  ...(["approve", "request_changes", "reject", "reopen"] as const),
];

/** As the page would draw a button. */
const call: CallAction = ({ move, plan, about }) =>
  ELSEWHERE.includes(move) ? undefined : `press ${[move, plan, about].filter(Boolean).join(" ")}`;
const ELSEWHERE: readonly string[] = ["doctor", "import", "handoff", "adopt", "agents"];
const OF_STEP = ["retry", "skip", "fail"];

const PAGE_ADVICE: AdviceReader = {
  begins: /press [a-z]/,
  read(text) {
    const [, move = "", plan, about] = text.split(" ");
    if (!(MOVES as readonly string[]).includes(move)) return { wrong: `there is no button ${move}` };
    return { plan, ...(OF_STEP.includes(move) && { step: about }) };
  },
};

async function byHttp({ settings = {} }: DoorOptions): Promise<ActsDoor> {
  const bench = await WebBench.start({ settings, git: true });
  const browser = await bench.local();
  const { desk, person } = bench.f;
  const door: ActsDoor = {
    ...{ desk, person, can: new Set(ALL), call, advice: PAGE_ADVICE },
    does: async (wish, says) => {
      const text = await does(browser, wish);
      expect(text).toMatch(says);
      return text;
    },
    runs: async (plan) => {
      await browser.ask("resume", { plan });
      return () => bench.close();
    },
    completes: (id) => completeRun(desk, id),
    own: (draft) => signed(door, draft),
    counts: async (plan) => {
      const { standing } = await browser.ask("planPage", { plan });
      const { plans } = await browser.ask("plans");
      const row = plans.find(({ id }) => id === plan);
      expect([row?.steps_done, row?.steps]).toEqual([standing?.counts.done, standing?.counts.total]);
      return `${standing?.counts.done} of ${standing?.counts.total}`;
    },
    close: () => bench.close(),
  };
  return door;
}

async function does(browser: Browser, wish: Wish): Promise<string> {
  const { plan, about, words = "" } = wish;
  const step = about === undefined ? {} : { step: about };
  const ask = async (...asked: Parameters<Browser["send"]>): Promise<string> => {
    const { status, text } = await browser.send(...asked);
    return status === 200 ? (JSON.parse(text) as { words: string }).words : refusedWords(text);
  };
  switch (wish.act) {
    case "run":
      return ask("start", { plan });
    case "resume":
    case "clone":
      return ask(wish.act, { plan });
    case "archive":
      return ask("archive", { plan, body: {} });
    case "pause":
      return ask("pause", { plan, body: { now: false } });
    case "cancel":
      return ask("cancel", { plan, body: {} });
    case "retry":
    case "fail":
      return ask(wish.act, { plan, body: step });
    case "skip":
      return ask("skip", { plan, body: { ...step, reason: words } });
    case "decide":
      return ask("decide", { plan, body: { decision: about ?? "", words } });
    case "answer":
      return ask("answer", { body: { request: about ?? "", words } });
    case "queue":
    case "unqueue":
      return ask("queue", { plan, body: { change: wish.act === "queue" ? "add" : "remove" } });
    case "model":
      return ask("chooseModel", { plan, body: { model: words } });
    case "approve": {
      const { seen, commands } = await shown(browser, plan);
      return ask("approve", { plan, body: { seen, commands_seen: commands, start: "later" } });
    }
    case "request_changes":
      return ask("requestChanges", { plan, body: { seen: (await shown(browser, plan)).seen, feedback: words } });
    case "reject":
      return ask("reject", { plan, body: { seen: (await shown(browser, plan)).seen } });
    case "reopen":
      return ask("reopen", { plan });
    case "rollback": {
      const { status, json, text } = await browser.send("preview", { plan, params: { act: "rollback" } });
      if (status !== 200) return refusedWords(text);
      return ask("rollBack", { plan, body: { preview: json.preview } });
    }
    default:
      throw new Error(`${wish.act} is not done here.`);
  }
}

/** The text that the page shows, and how many commands it has. */
async function shown(browser: Browser, plan: string) {
  const { standing, commands } = await browser.ask("planPage", { plan });
  const { revision = 0, digest = "" } = standing?.shown ?? {};
  return { seen: { revision, digest }, commands: commands?.length ?? 0 };
}

function refusedWords(text: string): string {
  return refusalLines((JSON.parse(text) as Refused).error, call).join("\n");
}

describeActs("by HTTP", byHttp, { describe, it }, { can: new Set(ALL), isRunning: true, requestsByName: true });
