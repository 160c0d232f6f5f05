import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LivePlan } from "../../../src/lifecycle/plan-state.ts";
import { openRequests } from "../../../src/lifecycle/request.ts";
import { STEP_STATUSES } from "../../../src/lifecycle/step-state.ts";
import { StepStates } from "../../../src/lifecycle/step-states.ts";
import { PLAIN } from "../../../src/surfaces/terminal/paint.ts";
import { panelLines, progressBar } from "../../../src/surfaces/terminal/panel/panel-lines.ts";
import { panelOfPlanning } from "../../../src/surfaces/terminal/panel/panel-of-planning.ts";
import { panelOfRun, serialReason } from "../../../src/surfaces/terminal/panel/panel-of-run.ts";
import { PanelPlace } from "../../../src/surfaces/terminal/panel/panel-place.ts";
import type { PanelStep, PanelSubject, RunPanel } from "../../../src/surfaces/terminal/panel/panel-subject.ts";
import { type StepTimes, withStepTime } from "../../../src/surfaces/terminal/panel/step-times.ts";
import {
  approve,
  decision,
  edit,
  end,
  given,
  givenAgent,
  later,
  minutes,
  planOf,
  propose,
  START,
  skip,
  standing,
  start,
} from "../../builders.ts";
import { STATES } from "../../lifecycle/every-state.ts";
import { walk } from "../../lifecycle/walk.ts";
import { plan as anyPlan, text } from "../../plan/arbitrary-plan.ts";
import { runs } from "../../runs.ts";
import { themeNamed } from "./panel-theme.ts";

const COOKIES: RunPanel = {
  kind: "run",
  plan_id: "PLAN-7c1e90ab",
  title: "Replace session cookies with JWT",
  status: "executing",
  steps: [
    { id: "uses", title: "Find every use of the session cookie", status: "completed" },
    { id: "sign", title: "Add signing and verification", status: "completed", seconds: 41 },
    {
      id: "both",
      title: "Accept both cookie and token",
      status: "in_progress",
      seconds: 12,
      doing: "subagent a3 editing middleware.ts",
    },
    { id: "suite", title: "Run the whole suite", status: "pending" },
  ],
  done: 2,
  decisions: 1,
  others: 0,
  cost: 0.12,
};

const FORTY: PanelStep[] = Array.from({ length: 40 }, (_, index) => ({
  id: `step-${index + 1}`,
  title: `Do part ${index + 1}`,
  status: index === 5 ? "skipped" : index < 17 ? "completed" : index === 17 ? "in_progress" : "pending",
  ...(index <= 17 && { seconds: 75 }),
}));

/** The panel as it is read, between two empty lines. */
function drawn(subject: PanelSubject, width: number, folded = false): string {
  return `\n${panelLines(subject, width, { paint: PLAIN, folded }).join("\n")}\n`;
}

describe("the panel of a run", () => {
  it("shows title, progress, what waits and the cost, and under it the steps", () => {
    expect(drawn(COOKIES, 120)).toBe(`
 ▾ Replace session cookies with JWT   [██████░░░░░░] 2/4   1 decision waits   $0.12
   ✓ uses   ✓ sign 41 s   ◐ both 0:12 subagent a3 editing middleware.ts   ○ suite
`);
    expect(drawn(COOKIES, 80)).toBe(`
 ▾ Replace session cookies with…   [██████░░░░░░] 2/4   1 decision waits   $0.12
   ✓ uses   ✓ sign 41 s   ◐ both 0:12 subagent a3 editing middleware.…   ○ suite
`);
    expect(drawn(COOKIES, 60)).toBe(`
 ▾ Replace session cookies…  [███░░░] 2/4  1 decision waits
   2✓ …  ◐ both 0:12 subagent a3 editing middlewar…  ○ suite
`);
  });

  it("tells what each of several subagents does, a line each, and what it has used", () => {
    const [uses, sign, both, suite] = COOKIES.steps;
    if (!uses || !sign || !both || !suite) throw new Error("There are four.");
    const docs = { ...suite, id: "docs", status: "in_progress" as const, seconds: 3, doing: "reading README.md" };
    const steps = [uses, sign, { ...both, doing: "editing middleware.ts", tokens: 12_300 }, docs, suite];
    expect(drawn({ ...COOKIES, steps }, 80)).toBe(`
 ▾ Replace session cookies with…   [█████░░░░░░░] 2/5   1 decision waits   $0.12
   ✓ uses   ✓ sign 41 s   ◐ both 0:12   ◐ docs 0:03   ○ suite
   ◐ both 0:12 editing middleware.ts                                  12k tokens
   ◐ docs 0:03 reading README.md
`);
    const many = Array.from({ length: 6 }, (_, index) => ({ ...docs, id: `d${index}` }));
    expect(
      drawn({ ...COOKIES, steps: many }, 60)
        .split("\n")
        .slice(3),
    ).toEqual([
      "   ◐ d0 0:03 reading README.md",
      "   ◐ d1 0:03 reading README.md",
      "   ◐ d2 0:03 reading README.md",
      "   … and 3 more run",
      "",
    ]);
  });

  it("says tokens where nothing is paid", () => {
    const { cost: _, ...free } = COOKIES;
    expect(drawn({ ...free, tokens: 12_300 }, 80)).toContain("1 decision waits   12k tokens");
  });

  it("folds to one line", () => {
    expect(drawn(COOKIES, 80, true)).toBe(`
 ▸ Replace session cookies with…   [██████░░░░░░] 2/4   1 decision waits   $0.12
`);
  });

  it("shows the neighbourhood of the current one of forty steps, and counts the rest", () => {
    expect(drawn({ ...COOKIES, steps: FORTY, done: 17 }, 120)).toBe(`
 ▾ Replace session cookies with JWT   [█████░░░░░░░] 17/40   1 decision waits   $0.12
   14✓ 1– …   ✓ step-16 1 min   ✓ step-17 1 min   ◐ step-18 1:15 Do part 18   ○ step-19   ○ step-20   ○ step-21   … 19○
`);
    expect(drawn({ ...COOKIES, steps: FORTY, done: 17 }, 60)).toBe(`
 ▾ Replace session cookie…  [███░░░] 17/40  1 decision waits
   16✓ 1– …  ◐ step-18 1:15 Do part 18  ○ step-19  … 21○
`);
  });

  it("keeps the command that helps when the reason is cut", () => {
    const note = "npm test left with 1, and what it said takes longer to tell than there is room for it here";
    expect(drawn({ ...COOKIES, status: "failed", note, command: "/plan retry" }, 60)).toBe(`
 ▾ Replace session cookies…  [███░░░] 2/4  ✗ failed  1 waits
   2✓ …  ◐ both 0:12 subagent a3 editing middlewar…  ○ suite
   npm test left with 1, and what it said take…: /plan retry
`);
  });

  it("looks first at what failed when nothing runs", () => {
    const steps = FORTY.map((step, index) => (index === 17 ? { ...step, status: "failed" as const } : step));
    expect(drawn({ ...COOKIES, steps }, 80)).toContain("✗ step-18");
  });

  it("spells hidden characters out, in titles, ids, notes and doings", () => {
    const evil = "a\u202eb\x1b[31m";
    const steps: PanelStep[] = [{ id: evil, title: evil, status: "in_progress", doing: evil }];
    const shown = drawn({ ...COOKIES, title: evil, steps, note: evil, command: evil }, 120);
    expect(shown).not.toMatch(/[\u202e\x1b]/);
    expect(shown.match(/‹U\+202E›/g)).toHaveLength(5);
  });
});

describe("the panel of planning", () => {
  const task = "Replace session cookies with JWT everywhere";

  it("says what is planned, for how long, and how many calls were refused", () => {
    const subject: PanelSubject = { kind: "planning", task, seconds: 185, calls: 12, refused: 2 };
    expect(drawn(subject, 80)).toBe(`
 ◇ Planning · Replace session cookies with JWT ev… · 3 min · 12 calls, 2 refused
`);
    expect(drawn(subject, 60)).toBe(`
 ◇ Planning · Replace session… · 3 min · 12 calls, 2 refused
`);
    expect(drawn({ kind: "planning", seconds: 5, calls: 1, refused: 0 }, 80)).toBe("\n ◇ Planning · 5 s · 1 call\n");
  });

  it("says that a plan waits, and never cuts the command that shows it", () => {
    const subject: PanelSubject = { kind: "review", plan_id: "PLAN-7c1e90ab", title: task, revision: 2 };
    expect(drawn(subject, 120)).toBe(`
 ◆ Plan PLAN-7c1e90ab, revision 2, waits for your review: /plan · Replace session cookies with JWT everywhere
`);
    expect(drawn(subject, 60)).toBe(`
 ◆ Plan PLAN-7c1e90ab waits for your review: /plan · Replac…
`);
    for (let width = 17; width < 130; width++) expect(drawn(subject, width)).toContain("/plan");
  });

  it("follows the agent's phase", () => {
    const facts = { now: minutes(3), calls: 2, refused: 1 };
    const gathering = givenAgent({ type: "enter", task });
    const submitted = givenAgent({ type: "enter", task }, { type: "submit", plan_id: "PLAN-0000abcd" });
    const revising = givenAgent({ type: "enter" }, { type: "submit", plan_id: "PLAN-0000abcd" }, { type: "revise" });
    expect(panelOfPlanning(givenAgent(), facts)).toBeUndefined();
    expect(panelOfPlanning(gathering, facts)).toEqual({ kind: "planning", task, seconds: 180, calls: 2, refused: 1 });
    expect(panelOfPlanning(submitted, { ...facts, plan: given(propose(planOf("a"))) })).toEqual({
      kind: "review",
      plan_id: "PLAN-0000abcd",
      title: "A plan",
      revision: 1,
    });
    expect(panelOfPlanning(revising, facts)).toMatchObject({ kind: "planning", revises: "PLAN-0000abcd" });
  });
});

describe("a run as its panel sees it", () => {
  const PLAN = { ...planOf("a", "b", { id: "c", decision_id: "colour" }), decisions: [decision("colour")] };
  const approved = given(propose(PLAN), approve(PLAN, { choices: { left_out: ["b"] } }));
  const busy = later(approved, START, start("a"));
  const now = minutes(60);

  it("is there from the approval to the end, and at no other time", () => {
    const shown = Object.entries(STATES).flatMap(([status, states]) =>
      states.some((state) => state.status !== "absent" && panelOfRun(state, { now }) !== undefined) ? [status] : [],
    );
    expect(shown).toEqual(["approved", "executing", "paused", "stalled", "failed"]);
  });

  it("does not show steps that were left out", () => {
    expect(panelOfRun(approved, { now })?.steps.map(({ id }) => id)).toEqual(["a", "c"]);
    expect(panelOfRun(busy, { now })?.steps.map(({ id }) => id)).toEqual(["a", "c"]);
  });

  it("shows a step that was skipped in the run", () => {
    const steps = panelOfRun(later(busy, end("a"), skip("c")), { now })?.steps;
    expect(steps?.map(({ status }) => status)).toEqual(["completed", "skipped"]);
  });

  it("says that nobody carries it out, or that it waits for its turn", () => {
    const left = { note: "No process runs it", command: "/plan resume" };
    expect(panelOfRun(busy, { now, isAbandoned: true })).toMatchObject(left);
    expect(panelOfRun(later(busy, { type: "pause" }), { now, isAbandoned: true })).toMatchObject(left);
    expect(panelOfRun(approved, { now, waits: ["PLAN-0000aaaa runs"] })?.note).toBe("Waits: PLAN-0000aaaa runs");
  });

  it("says why a step waits for another that runs, where more than one may", () => {
    const two = planOf(
      { id: "a", files: ["src/**"] },
      { id: "b", files: ["src/x/**"] },
      { id: "c", files: ["docs/**"] },
    );
    const { run } = later(given(propose(two), approve(two)), START, start("a"));
    if (run === undefined) throw new Error("It runs.");
    expect(serialReason(run, 2)).toBe("b waits for a: both may write src/x/**");
    expect(serialReason(run, 2, () => "nothing keeps them apart")).toBe("b waits for a: both may write src/x/**");
    const near = planOf({ id: "a", files: ["out/a"] }, { id: "b", files: ["out/b"] });
    const nearRun = later(given(propose(near), approve(near)), START, start("a")).run;
    if (nearRun === undefined) throw new Error("It runs.");
    expect(serialReason(nearRun, 2)).toBeUndefined();
    expect(serialReason(nearRun, 2, () => "it is full")).toBe("b waits for a: both write in out, and it is full");
    expect(serialReason(run, 1)).toBeUndefined();
    expect(panelOfRun(busy, { now, serialReason: "b waits for a: both" })?.note).toBe("b waits for a: both");
  });

  it("counts the decisions that wait", () => {
    expect(panelOfRun(approved, { now })).toMatchObject({ decisions: 1, others: 0 });
  });

  it("takes times from the records of its steps: running on, and standing still once a step has ended", () => {
    const moved = (times: StepTimes, from: "pending" | "in_progress", to: "in_progress" | "completed", at: string) =>
      withStepTime(times, { type: "step_updated", step_id: "a", from, to }, at);
    const started = moved(new Map(), "pending", "in_progress", minutes(10));
    expect(
      panelOfRun(busy, { now, times: started, atWork: new Map([["a", { doing: "reading", tokens: 12_000 }]]) })
        ?.steps[0],
    ).toEqual({
      id: "a",
      title: "a",
      status: "in_progress",
      seconds: 3000,
      doing: "reading",
      tokens: 12_000,
    });
    const ended = moved(started, "in_progress", "completed", minutes(12));
    const done = panelOfRun(later(busy, end("a")), {
      now,
      times: ended,
      atWork: new Map([["a", { doing: "reading", tokens: 1 }]]),
    });
    expect(done?.steps[0]).toEqual({ id: "a", title: "a", status: "completed", seconds: 120 });
  });

  it("says when a step runs again that waits for its provider, and how to answer otherwise", () => {
    const running = later(given(propose(PLAN), approve(PLAN)), START, start("a"));
    const refused = later(running, {
      ...({ type: "end_step", step_id: "a", outcome: "interrupted", ask: "provider", notes: "429" } as const),
    });
    const [request] = openRequests(refused.requests).filter(({ kind }) => kind === "interruption");
    const answer = { kind: "interruption", choice: "wait" } as const;
    const waits = later(refused, { type: "answer", request_id: request?.id ?? "", answer });
    const until = openRequests(waits.requests).find(({ kind }) => kind === "interruption")?.expires_at ?? "";
    const at = (before: number) => new Date(Date.parse(until) - before * 1_000).toISOString();
    const note = (before: number) => panelOfRun(waits, { now: at(before) });
    expect(note(180)).toMatchObject({
      note: "a waits for its provider, and runs again in 3 min",
      command: "/plan",
    });
  });

  it("counts on by the new clock when the clock is set, and shows no time that is not known", () => {
    const begun = { type: "step_updated", step_id: "a", from: "pending", to: "in_progress" } as const;
    const started = withStepTime(new Map(), begun, minutes(10));
    const set = { type: "clock_set", by_seconds: 2400 } as const;
    const seconds = (times: StepTimes) => panelOfRun(busy, { now, times })?.steps[0]?.seconds;
    expect(seconds(withStepTime(started, set, minutes(55)))).toBe(600);
    expect(seconds(withStepTime(started, { ...set, unknown: true }, minutes(55)))).toBeUndefined();
  });

  it("says what helps when it stands still", () => {
    const command = (state: LivePlan) => panelOfRun(state, { now })?.command;
    expect(command(busy)).toBeUndefined();
    expect(command(later(busy, { type: "pause" }))).toBe("/plan resume");
    expect(command(later(busy, edit({ ...PLAN, title: "edited" })))).toBe("/plan");
    expect(command(later(busy, end("a", "failed")))).toBe("/plan retry a");
    expect(command(later(busy, { type: "stall" }))).toBe("/plan resume");
    expect(command(later(busy, end("a", "failed"), { type: "fail", reason: "a failed" }))).toBe("/plan retry");
  });
});

describe("whatever the panel is shown", () => {
  const width = fc.integer({ min: 1, max: 130 });
  const fits = (subject: PanelSubject, columns: number, paint = PLAIN) => {
    for (const folded of [true, false]) {
      for (const line of panelLines(subject, columns, { paint, folded })) {
        expect(visibleWidth(line)).toBeLessThanOrEqual(columns);
        expect(line).not.toMatch(/[\n\r\t\u202e]/);
      }
    }
  };

  it("is never wider than the terminal: any plan, any steps", () => {
    const executing = standing(given(propose(planOf("a")), approve(planOf("a")), START), "executing");
    const status = fc.constantFrom(...STEP_STATUSES);
    fc.assert(
      fc.property(
        anyPlan,
        fc.array(status, { minLength: 4, maxLength: 4 }),
        text,
        width,
        (plan, statuses, doing, columns) => {
          const steps = StepStates.from(
            plan.steps.map(({ id }, index) => [id, { status: statuses[index] ?? "pending", attempts: 1 }]),
          );
          const { approval, run } = executing;
          const state: LivePlan = {
            ...executing,
            approval: { ...approval, signed: { ...approval.signed, plan } },
            run: { ...run, plan, steps },
          };
          const atWork = new Map(plan.steps.map(({ id }) => [id, { doing, tokens: 1e6 }]));
          const facts = { now: minutes(90), atWork, cost: 1e9 };
          const subject = panelOfRun(state, facts);
          expect(subject).toBeDefined();
          if (subject) fits(subject, columns);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it("is never wider than the terminal: any moment of any life", () => {
    fc.assert(
      fc.property(walk, width, (life, columns) => {
        for (const { after } of life) {
          const subject = after.status === "absent" ? undefined : panelOfRun(after, { now: minutes(99) });
          if (subject) fits(subject, columns);
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it("is never wider than the terminal: any task and title", () => {
    const count = fc.nat(1e6);
    fc.assert(
      fc.property(text, count, width, (words, number, columns) => {
        fits({ kind: "planning", task: words, seconds: number, calls: number, refused: number }, columns);
        fits({ kind: "planning", task: words, revises: words, seconds: Number.NaN, calls: 0, refused: 0 }, columns);
        fits({ kind: "review", plan_id: "PLAN-0000abcd", title: words, revision: number }, columns);
        const left = { kind: "left", plan_id: "PLAN-0000abcd", title: words, done: number, steps: number } as const;
        fits({ ...left, status: "failed", isRun: false, command: "/plan retry" }, columns);
        fits({ ...left, status: "executing", isRun: true }, columns);
      }),
    );
  });

  it("fits in the colours of both themes", () => {
    for (const name of ["dark", "light"] as const) {
      const theme = themeNamed(name);
      for (const columns of [20, 60, 80, 120]) fits({ ...COOKIES, steps: FORTY, done: 17 }, columns, theme);
      expect(panelLines(COOKIES, 80, { paint: theme, folded: false }).join("")).toContain("\x1b[");
    }
  });
});

it("takes no room without a subject", () => {
  const place = new PanelPlace();
  expect(place.linesAboveEditor(80, PLAIN)).toEqual([]);
  place.source = () => ({ subject: COOKIES, folded: true });
  expect(place.linesAboveEditor(80, PLAIN)).toHaveLength(1);
});

it("leaves its place to the dialog that covers it, with room for all that the dialog covers", () => {
  const place = new PanelPlace();
  place.source = () => ({ subject: COOKIES, folded: true });
  const panel = place.lines(80, PLAIN);
  const [low, high] = [{}, {}];
  place.opened(low);
  expect(place.covers(low, 9)).toBe(true);
  expect(place.covers(low, 9), "drawn once more").toBe(false);
  expect([place.lines(80, PLAIN), place.linesAboveEditor(80, PLAIN)]).toEqual([panel, ["", "", ""]]);
  place.opened(high);
  place.covers(high, 12);
  place.closed(low);
  place.closed(low);
  expect(place.linesAboveEditor(80, PLAIN)).toHaveLength(6);
  place.closed(high);
  expect(place.covers(high, 15), "drawn after its end").toBe(false);
  expect(place.linesAboveEditor(80, PLAIN)).toEqual(panel);
});

it("fills the bar only when all is done, and leaves it empty only when nothing is", () => {
  expect(progressBar(0, 40, 6)).toBe("[░░░░░░]");
  expect(progressBar(1, 40, 6)).toBe("[█░░░░░]");
  expect(progressBar(39, 40, 6)).toBe("[█████░]");
  expect(progressBar(40, 40, 6)).toBe("[██████]");
  expect(progressBar(0, 0, 6)).toBe("[░░░░░░]");
});
