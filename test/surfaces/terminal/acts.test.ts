import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formOf } from "../../../src/acts/request-form.ts";
import { findRequest } from "../../../src/desk/requests.ts";
import { callAction } from "../../../src/surfaces/terminal/call-action.ts";
import {
  type ActName,
  type ActsDoor,
  type DoorOptions,
  describeActs,
  type Wish,
} from "../../../testing/describe-acts.ts";
import { completeRun } from "../../acts/complete-run.ts";
import { calls } from "../../agent/bench/model.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { WITH_SCROLLBACK } from "../../agent/bench/runtime.ts";
import { must } from "../../desk/fixture.ts";
import { TERMINAL_ADVICE } from "./advice.ts";
import { openPlanBench } from "./plan-bench.ts";

const ALL: ActName[] = [
  ...(["run", "resume", "pause", "retry", "skip", "fail", "cancel", "decide", "answer"] as const),
  ...(["queue", "unqueue", "clear", "archive", "clone", "model", "rollback"] as const),
];

async function byTypedLines({ settings = {} }: DoorOptions): Promise<ActsDoor> {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  writeFileSync(join(project.home, "plans.json"), JSON.stringify({ execution: "session", ...settings }));
  const bench = await openPlanBench({ project, columns: 200, rows: 60, settings: WITH_SCROLLBACK });
  const { desk } = bench;
  /** A roll back is previewed first, unless it is refused. */
  const confirmed = async (plan: string) => {
    const shown = await bench.shows(/Roll back 1 change of|rolled back already/);
    if (shown.includes("already")) return;
    expect([shown.includes(`of ${plan}?`), shown.includes("remove one.txt")]).toEqual([true, true]);
    await bench.press("1");
  };
  /** From the list of plans: an option by its key, everything else as the person's own answer. */
  const answers = async ({ about = "", words = "" }: Wish) => {
    const request = must(await findRequest(desk, about));
    const form = formOf(request);
    const question = "question" in request ? request.question : form.question;
    const options = form.choices.map(({ word }) => word);
    await bench.submit("/plans");
    const listed = new RegExp(`[?] .*${question.replace("?", "[?]")}`);
    for (let at = 0; !new RegExp(`› ${listed.source}`).test(await bench.shows(listed)); at += 1) {
      expect(at).toBeLessThan(5);
      await bench.press("up");
    }
    await bench.press("enter");
    await bench.shows("Esc: answer later");
    if (options.includes(words)) await bench.press(String(options.indexOf(words) + 1));
    else {
      await bench.press("t");
      await bench.type(words);
    }
    if (request.kind === "decision" || !options.includes(words)) await bench.press("enter");
    // The list comes back without the request.
    await bench.hides("Esc: answer later");
    await bench.hides(listed);
    await bench.press("escape");
    return "";
  };
  return {
    ...{ desk, can: new Set(ALL), call: callAction, advice: TERMINAL_ADVICE },
    person: must(desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "ana" })),
    does: async (wish, says) => {
      if (wish.act === "answer") return answers(wish);
      // The answer of an earlier act may be on the screen still: this one's comes besides.
      const times = async () => (await bench.scrollback()).match(new RegExp(says, `g${says.flags}`))?.length ?? 0;
      const before = await times();
      await bench.submit(line(wish));
      if (wish.act === "rollback") await confirmed(wish.plan);
      await expect.poll(times).toBeGreaterThan(before);
      return bench.screen();
    },
    runs: async (id) => {
      await bench.submit(`/plan resume ${id}`);
      return () => bench.close();
    },
    completes: (id) => completeRun(desk, id),
    own: async (draft) => {
      bench.says(calls(["submit_plan", { plan: draft as never }]));
      await bench.submit("/plan something else");
      await bench.shows(/1 approve/);
      await bench.press("escape");
      await bench.hides(/1 approve/);
      return (await bench.plan()).id;
    },
    counts: async (id) => {
      await bench.submit("/plans");
      const shown = await bench.shows(new RegExp(`${id}|Mixed`));
      await bench.press("escape");
      const [, done, total] = /(\d+)(?: of |\/)(\d+)/.exec(shown) ?? [];
      return `${done} of ${total}`;
    },
    close: () => bench.close(),
  };
}

function line({ act, plan, about, words }: Wish): string {
  if (act === "clear") return "/plan queue clear";
  return ["/plan", act, plan, about, words].filter((word) => word !== undefined).join(" ");
}

describeActs("by typed lines", byTypedLines, { describe, it }, { can: new Set(ALL), isRunning: true, byName: true });
