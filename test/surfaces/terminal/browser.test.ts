import { TuiMainScreen, visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { brokenGroups, wayBack } from "../../../src/desk/broken-journal.ts";
import { MOVES, type Move } from "../../../src/lifecycle/next-action.ts";
import { PLAN_STATUSES } from "../../../src/lifecycle/plan-state.ts";
import type { QueueEntry } from "../../../src/run/queue.ts";
import type {
  BrowserAct,
  BrowserAnswer,
  BrowserSubject,
} from "../../../src/surfaces/terminal/browser/browser-subject.ts";
import { PlansBrowser } from "../../../src/surfaces/terminal/browser/plans-browser.ts";
import { type Paint, PLAIN } from "../../../src/surfaces/terminal/paint.ts";
import { text } from "../../plan/arbitrary-plan.ts";
import { runs } from "../../runs.ts";
import { browsed, NOW, queueSubject, REQUESTS, SUBJECT } from "./browser-subject.ts";
import { WatchedTerminal } from "./browser-terminal.ts";
import { themeNamed } from "./panel-theme.ts";

const [UP, DOWN, ENTER, ESC, PAGE_DOWN, END] = ["\x1b[A", "\x1b[B", "\r", "\x1b", "\x1b[6~", "\x1b[F"];
const EMPTY: BrowserSubject = { now: NOW, requests: [], plans: [] };

function browser(subject: BrowserSubject = SUBJECT, { height = 40, paint = PLAIN as Paint } = {}) {
  const answers: (BrowserAnswer | BrowserAct)[] = [];
  const done = (answer: BrowserAnswer | BrowserAct) => answers.push(answer);
  const shown = new PlansBrowser({ subject, paint, height: () => height, done, act: done });
  const press = (...keys: string[]) => {
    for (const key of keys) shown.handleInput(key);
  };
  /** Without the empty lines that fill the screen. */
  const lines = (width = 80) => {
    const drawn = shown.render(width);
    return drawn.slice(0, drawn.findLastIndex((line) => line !== "") + 1);
  };
  /** The line with the mark of what is selected. */
  const selected = () => lines().find((line) => line.startsWith(" ›"));
  return { shown, press, lines, selected, answers };
}

/** As it is read: spaces at the ends of lines do not count. */
function drawn(subject: BrowserSubject, width: number, ...keys: string[]): string {
  const { press, lines } = browser(subject);
  press(...keys);
  return `\n${lines(width)
    .map((line) => line.trimEnd())
    .join("\n")}\n`;
}

describe("the browser of plans", () => {
  it("shows what waits first, then plans by where they stand", () => {
    expect(drawn(SUBJECT, 80, DOWN, DOWN)).toBe(`
 Plans · 3 wait for you                                                 9 plans
────────────────────────────────────────────────────────────────────────────────
 Waits for you
   ? The agent asks: Which database?                 question             3 min
   ? Pool: Forks or threads?                         decision            12 min
 › ◆ ↑5 Replace session cookies with JWT        0/4  your review            2 h

 Running
   ◐ Move the test suite to vitest              2/4  1 request open       5 min
   ⏸ 日本語の長い題名の計画はここで切られま…   1/40  paused               5 min

 Approved
   ▷ Add dark mode                              0/4  not started            2 d

 Proposed
   ↻ Rename everything                          0/4  agent revises        1 min
   ◌ From a clone                               0/4  approved elsewhere

 Cannot be used
   ! PLAN-00000006                                   unreadable           5 min
     line 14: The step two depends on three, which does not exist.

 Done
   ✓ Old thing                                  4/4  completed             62 d
   ✗ Bad thing                                  1/4  failed               5 min
────────────────────────────────────────────────────────────────────────────────
 Replace session cookies with JWT
 PLAN-7c1e90ab · revision 2 · 4 steps · high risk · priority 5 · from ann
 enter open  a review  d diff  s simulate  x cancel  / filter  esc close
`);
  });

  it("keeps what matters at 60 columns", () => {
    expect(drawn({ ...SUBJECT, plans: SUBJECT.plans.slice(1, 3) }, 60)).toBe(`
 Plans · 3 wait for you                             2 plans
────────────────────────────────────────────────────────────
 Waits for you
 › ? The agent asks: Which databa…  question          3 min
   ? Pool: Forks or threads?        decision         12 min
   ◆ ↑5 Replace session cookies w…  your review         2 h

 Running
   ◐ Move the test suite to vitest  1 request open    5 min
────────────────────────────────────────────────────────────
 The agent asks: Which database?
 planner · postgres | sqlite
 enter answer  / filter  esc close
`);
  });

  it("uses the room of 120 columns", () => {
    const row =
      browser()
        .lines(120)
        .find((line) => line.includes("日本語")) ?? "";
    expect(row).toContain("日本語の長い題名の計画はここで切られます ");
    expect(visibleWidth(row)).toBe(120);
  });

  it("says how to start when there is nothing", () => {
    expect(drawn(EMPTY, 60)).toBe(`
 Plans                                              0 plans
────────────────────────────────────────────────────────────

 No plans here yet.

 /plan <goal> starts one: the agent explores read-only and
 proposes; nothing runs until you approve.

────────────────────────────────────────────────────────────
 esc close
`);
  });

  it("says that a plan waits for others if the viewer may not review it", () => {
    const plans = [browsed({ id: "PLAN-0000000a", waiting: 1 }, "cancel")];
    const shown = drawn({ ...EMPTY, plans }, 80);
    expect(shown).toContain("review by others");
    expect(shown).not.toContain("for you");
    expect(shown).not.toContain("a review");
  });

  it("shows a review whose plan is not on this page as a request", () => {
    expect(drawn({ ...EMPTY, requests: REQUESTS.slice(2) }, 80)).toContain("? PLAN-7c1e90ab: Revision");
  });

  it("says how many requests are not here", () => {
    const shown = drawn({ ...SUBJECT, moreRequests: 9_800 }, 80);
    expect(shown).toContain("… and 9,800 newer requests");
    expect(shown).toMatch(/· 98\d\d wait for you/);
  });

  it("says how many plans are not here", () => {
    expect(drawn({ ...SUBJECT, total: 10_000 }, 80)).toContain("… and 9,991 older plans");
  });

  it("draws no more of ten thousand plans than can be seen", () => {
    let painted = 0;
    const fg: Paint["fg"] = (_, words) => {
      painted++;
      return words;
    };
    const paint: Paint = { ...PLAIN, fg };
    const plans = Array.from({ length: 10_000 }, (_, index) => browsed({ id: `PLAN-${index + 10_000_000}` }));
    const { lines, press } = browser({ ...EMPTY, plans }, { paint });
    press(END);
    expect(lines().join("\n")).toContain("PLAN-10009999");
    expect(painted).toBeLessThan(1000);
  });

  it("puts the urgent ones of a group first", () => {
    const plans = [1, 3, -2, 3].map((priority, index) =>
      browsed({ id: `PLAN-0000000${index}`, title: `p${index}`, priority }),
    );
    expect(
      drawn({ ...EMPTY, plans }, 80)
        .match(/p\d/g)
        ?.slice(0, 4),
    ).toEqual(["p1", "p3", "p0", "p2"]);
  });
});

describe("the queue in the browser", () => {
  it("has a place of its own: each plan's number, priority, and what it waits for", () => {
    expect(drawn(queueSubject(1), 80, DOWN)).toBe(`
 Plans                                                                  7 plans
────────────────────────────────────────────────────────────────────────────────
 Running
   ◐ Move the test suite to vitest              2/4  1 request open       5 min

 Queue · running now: 1 of at most 1
 › 1. ↑5 Mend the parser                        0/4  no free slot        30 min
   2. Sort the imports                          0/4  no free slot         3 min
   3. Publish the docs                          0/4  after a plan        30 min
      waits for PLAN-0000000b, which is in the queue: Sort the imports
   4. ↓2 Drop Node 18                           0/4  cannot run          30 min
      waits for PLAN-00000008, which has failed: Bad thing

 Approved
   ▷ Add dark mode                              0/4  not started            2 d

 Done
   ✗ Bad thing                                  1/4  failed               5 min
────────────────────────────────────────────────────────────────────────────────
 Mend the parser
 PLAN-0000000a · number 1 of 4 · priority 5 · queued 30 minutes ago · revision…
 enter open  r run  q unqueue  K up  J down  1 first  + - priority  s simulate
 x cancel  / filter  esc close
`);
  });

  it("keeps what matters of it at 60 columns", () => {
    const shown = drawn(queueSubject(1), 60, DOWN).split("\n").slice(6, 13).join("\n");
    expect(shown).toBe(` Queue · running now: 1 of at most 1
 › 1. ↑5 Mend the parser            no free slot     30 min
   2. Sort the imports              no free slot      3 min
   3. Publish the docs              after a plan     30 min
      waits for PLAN-0000000b, which is in the queue: Sort
      the imports
   4. ↓2 Drop Node 18               cannot run       30 min`);
  });

  it("says which plans may run now, and how, where nothing runs", () => {
    const shown = drawn(queueSubject(0), 80);
    expect(shown).toMatch(/1\. ↑5 Mend the parser .* may run now/);
    expect(shown).toMatch(/2\. Sort the imports .* others first/);
    expect(shown).toContain("     To run them one after the other: countersign queue run\n");
    expect(drawn(queueSubject(1), 80)).not.toContain("countersign queue run");
  });

  it("says that a plan in it has an open request", () => {
    const { plans, queue, ...rest } = queueSubject(0);
    const asked = plans.map((plan) => ({ ...plan, row: { ...plan.row, waiting: plan.row.id.endsWith("a") ? 1 : 0 } }));
    expect(drawn({ ...rest, plans: asked, ...(queue && { queue }) }, 80)).toMatch(/Mend the parser .* 1 request open/);
  });

  it("can be filtered for", () => {
    const { press, lines } = browser(queueSubject(1));
    press("/", ..."queue", ENTER);
    expect(lines().join("\n")).toContain("4 of 7 plans");
    press(ESC, "/", ..."imports");
    // Also what waits for it.
    expect(lines().join("\n")).toContain("2 of 7 plans");
  });

  it("leaves a plan that is being carried out where it belongs, whatever the queue said a moment before", () => {
    const { plans, ...rest } = queueSubject(0);
    const begun = plans.map((plan) => ({ ...plan, row: { ...plan.row, status: "executing" } }));
    const shown = drawn({ ...rest, plans: begun }, 80);
    expect(shown).not.toContain("Queue");
    expect(shown).toMatch(/◐ Mend the parser/);
  });

  it.each([
    ["q", "unqueue"],
    ["K", "up"],
    ["\x1b[107:75;2u", "up"],
    ["\x1b[1;2A", "up"],
    ["J", "down"],
    ["\x1b[1;2B", "down"],
    ["1", "first"],
    ["+", "raise"],
    ["=", "raise"],
    ["-", "lower"],
  ] as const)("is steered by %j: %s", (key, kind) => {
    const { press, answers } = browser(queueSubject(1));
    press(DOWN, DOWN, key, key);
    // The list stays: it can be pressed again.
    const act = { kind, id: "PLAN-0000000b" };
    expect(answers).toEqual([act, act]);
  });

  it("takes an approved plan with q, and offers no place to what is not in it", () => {
    const { press, answers, lines } = browser({
      ...EMPTY,
      plans: [browsed({ id: "PLAN-0000000a", status: "approved" }, "run", "queue")],
    });
    expect(lines().at(-1)).toBe(" enter open  r run  q queue  s simulate  / filter  esc close");
    press("K", "J", "1", "+", "-", "\x1b[200~q\x1b[201~", "q");
    expect(answers).toEqual([{ kind: "queue", id: "PLAN-0000000a" }]);
  });

  it("says in words what became of a key, until the next one", () => {
    const { shown, press, lines } = browser(queueSubject(1));
    press(DOWN);
    const before = lines().length;
    shown.tell({ words: "PLAN-0000000a is the first already.", isRefusal: true });
    expect(lines()).toContain(" PLAN-0000000a is the first already.");
    expect(lines()).toHaveLength(before);
    press(DOWN);
    expect(lines().join("\n")).not.toContain("first already");
  });

  it("forgets what was done when the list has gone on for a while, and no refusal", () => {
    const { shown, lines } = browser(queueSubject(1));
    const at = (seconds: number) => ({
      ...queueSubject(1),
      now: new Date(Date.parse(NOW) + seconds * 1000).toISOString(),
    });
    shown.tell({ words: "It is done.", isRefusal: false });
    for (const seconds of [0, 4]) shown.show(at(seconds));
    expect(lines()).toContain(" It is done.");
    shown.show(at(5));
    expect(lines()).not.toContain(" It is done.");
    shown.tell({ words: "It is not done.", isRefusal: true });
    for (const seconds of [6, 60]) shown.show(at(seconds));
    expect(lines()).toContain(" It is not done.");
  });

  it("keeps a plan selected that moves", () => {
    const { shown, press, selected } = browser(queueSubject(1));
    press(DOWN);
    const { queue, ...rest } = queueSubject(1);
    const [a, b, ...others] = queue?.entries ?? [];
    if (!queue || !a || !b) throw new Error("There is no queue.");
    const entries = [{ ...b, position: 1 }, { ...a, position: 2 }, ...others];
    shown.show({ ...rest, queue: { ...queue, entries } });
    expect(selected()).toMatch(/› 2\. ↑5 Mend the parser/);
  });

  it("is where it was left when somebody comes back to it", () => {
    const { shown, press } = browser(queueSubject(1));
    press("/", ..."imports", ENTER, DOWN);
    const again = new PlansBrowser({
      ...{ subject: queueSubject(1), paint: PLAIN, height: () => 40, done: () => {}, act: () => {} },
      memory: shown.memory,
    });
    const lines = again.render(80);
    expect(lines[1]).toBe(" / imports");
    expect(lines.find((line) => line.startsWith(" ›"))).toContain("Publish the docs");
  });
});

describe("keys of the browser", () => {
  const only = (moves: Move[], row = {}) =>
    browser({ ...EMPTY, plans: [browsed({ id: "PLAN-0000000a", ...row }, ...moves)] });

  it.each([
    [ENTER, [], { kind: "open" }],
    ["a", ["approve"], { kind: "review" }],
    ["r", ["run"], { kind: "run" }],
    ["r", ["retry"], { kind: "retry" }],
    ["p", ["pause"], { kind: "pause" }],
    ["p", ["resume"], { kind: "resume" }],
    ["s", [], { kind: "simulate" }],
  ] as const)("%j with the next actions %j answers %j", (key, moves, answer) => {
    const { press, answers } = only([...moves]);
    press(key);
    expect(answers).toEqual([{ ...answer, id: "PLAN-0000000a" }]);
  });

  it("does nothing that is not offered", () => {
    const { press, answers, lines } = only([]);
    press("a", "r", "p", "x", "x", "d", "q", "1");
    expect(answers).toEqual([]);
    expect(lines().at(-1)).toBe(" enter open  s simulate  / filter  esc close");
  });

  it("offers nothing but a look at a plan that cannot be used, whatever it claims", () => {
    const problem = { kind: "unreadable" as const, message: "It cannot be read." };
    const { press, answers } = only(["approve", "run", "cancel", "resume"], { problem, revision: 2 });
    press("a", "r", "p", "x", "x", "d", "s");
    expect(answers).toEqual([]);
    press(ENTER);
    expect(answers).toEqual([{ kind: "open", id: "PLAN-0000000a" }]);
  });

  it("shows a difference where there is one", () => {
    const revised = only([], { revision: 2 });
    revised.press("d");
    const begun = only([], { steps_done: 1, status: "executing" });
    begun.press("d");
    expect([revised.answers, begun.answers].flat().map(({ kind }) => kind)).toEqual(["diff", "diff"]);
  });

  it("cancels only when asked twice", () => {
    const { press, answers, lines } = only(["cancel"]);
    press("x");
    expect(lines().at(-1)).toBe(" Cancel PLAN-0000000a? x again cancels it; any other key keeps it.");
    press(ESC, "x", ENTER, "x", "a", "x", DOWN);
    expect(answers).toEqual([]);
    press("x", "x");
    expect(answers).toEqual([{ kind: "cancel", id: "PLAN-0000000a" }]);
  });

  it("does not take a pasted text for keys", () => {
    const { press, answers } = only(["cancel", "run"]);
    press("\x1b[200~xx\x1b[201~", "xx", "rr");
    expect(answers).toEqual([]);
  });

  it("answers a request", () => {
    const { press, answers } = browser();
    press("a", "x", "x", ENTER);
    expect(answers).toEqual([{ kind: "answer", request_id: "planner/question-3" }]);
  });

  it("answers once", () => {
    const { press, answers } = browser();
    press(ESC, ENTER, ESC);
    expect(answers).toEqual([{ kind: "close" }]);
  });

  it("moves up and down, and stays within the list", () => {
    const { press, selected } = browser();
    press(UP);
    expect(selected()).toContain("Which database?");
    press("j", DOWN, "k");
    expect(selected()).toContain("Pool");
    press(END, DOWN);
    expect(selected()).toContain("Bad thing");
  });

  it("filters by every word, keeps the filter after Enter, and clears it with Esc before it closes", () => {
    const { press, lines, answers } = browser();
    press("/", ..."DARK app", ENTER);
    expect(lines().join("\n")).toContain("▷ Add dark mode");
    expect(lines().join("\n")).toContain("1 of 9 plans");
    expect(lines()[1]).toBe(" / DARK app");
    press(ESC);
    expect(lines().join("\n")).toContain("Rename everything");
    expect(answers).toEqual([]);
    press(ESC);
    expect(answers).toEqual([{ kind: "close" }]);
  });

  it("says above the list why journals cannot be trusted, each reason once, with the way back", () => {
    const broken = { kind: "foreign", cause: "moved", from: "/old/place", message: "" } as const;
    const ids = ["PLAN-0000000a", "PLAN-0000000b"];
    const plans = ids.map((id) => browsed({ id, title: id, status: "broken", problem: broken }));
    const distrusted = brokenGroups(ids.map((journal) => ({ journal, broken })));
    expect(drawn({ ...EMPTY, plans, distrusted }, 80)).toContain(`
 This project was moved here from /old/place with 2 plans: PLAN-0000000a,
 PLAN-0000000b.
 To accept its journals here: countersign key adopt --from /old/place
─────`);
    expect(drawn({ ...EMPTY, plans, distrusted }, 80)).toMatch(/! PLAN-0000000b .* moved here/);
  });

  it("takes keys for words while somebody types", () => {
    const { press, answers, lines } = browser();
    press("/", ..."arpxds");
    expect(answers).toEqual([]);
    expect(lines().join("\n")).toContain("No plan matches. Esc clears the filter.");
  });

  it("keeps what is selected and what was typed when something changes meanwhile", () => {
    const { shown, press, selected, lines } = browser();
    press("/", ..."mode", ENTER);
    shown.show({
      ...SUBJECT,
      plans: [browsed({ id: "PLAN-0000000f", title: "Another mode", status: "executing" }), ...SUBJECT.plans],
    });
    expect(selected()).toContain("Add dark mode");
    expect(lines()[1]).toBe(" / mode");
  });

  it("forgets a question whether to cancel a plan that is gone", () => {
    const { shown, press, answers } = only(["cancel"]);
    press("x");
    shown.show({ ...EMPTY, plans: [browsed({ id: "PLAN-0000000b" }, "cancel")] });
    press("x");
    expect(answers).toEqual([]);
  });
});

describe("whatever the browser is shown", () => {
  const row = fc.record({
    id: fc.stringMatching(/^PLAN-[0-9a-f]{8}$/),
    title: text,
    status: fc.oneof(fc.constantFrom<string>(...PLAN_STATUSES, "broken", "elsewhere", ""), text),
    requester: text,
    priority: fc.integer(),
    steps: fc.nat(),
    steps_done: fc.nat(),
    risk: fc.oneof(fc.constantFrom("", "high"), text),
    waiting: fc.nat(3),
    updated_at: fc.oneof(fc.constant(NOW), text),
    approved_by: text,
  });
  const extra = fc.oneof(
    fc.constant({}),
    text.map((elsewhere) => ({ elsewhere })),
    fc.tuple(text, fc.nat()).map(([message, line]) => ({ problem: { kind: "unreadable" as const, message, line } })),
  );
  const offers = fc.subarray([...MOVES]);
  const request = fc.tuple(fc.constantFrom(...REQUESTS), text, fc.nat()).map(([entry, words, n]) => ({
    ...entry,
    id: `${entry.journal}/${n}`,
    title: words,
    ...("question" in entry && { question: words }),
  }));
  const waits = fc.array(
    fc.record({ plan: text, because: fc.constantFrom("queued" as const, "failed" as const), words: text }),
    { maxLength: 5 },
  );
  const subject: fc.Arbitrary<BrowserSubject> = fc
    .record({
      plans: fc.array(
        fc.tuple(row, extra, offers).map(([one, more, may]) => browsed({ ...one, ...more }, ...may)),
        { maxLength: 12 },
      ),
      requests: fc.array(request, { maxLength: 4 }),
      queued: fc.array(fc.tuple(waits, fc.integer()), { maxLength: 12 }),
      most: fc.integer({ min: 1, max: 64 }),
      distrusted: fc.array(
        text.map((from) => {
          const broken = { kind: "foreign" as const, cause: "moved" as const, from, message: from };
          return { journals: ["PLAN-0000000a"], broken, words: from, ...wayBack(["PLAN-0000000a"], broken) };
        }),
        { maxLength: 4 },
      ),
    })
    .map(({ plans, requests, queued, most, distrusted }) => {
      const entries = queued.flatMap(([waits_for, priority], index): QueueEntry[] => {
        const at = { position: (index + 1) * 10 ** (index % 4), at: NOW, after: [], waits_for, priority };
        const { id, title } = plans[index]?.row ?? {};
        return id === undefined || title === undefined ? [] : [{ id, title, ...at }];
      });
      return { now: NOW, plans, requests, queue: { entries, running: [], most }, distrusted };
    });
  const keys = fc.array(
    fc.constantFrom(UP, DOWN, ENTER, ESC, PAGE_DOWN, END, "/", "a", "x", "K", "+", "日", "\x7f", "\x1b[200~q\x1b[201~"),
    {
      maxLength: 12,
    },
  );

  it("is never wider nor higher than the terminal, and shows what is selected", () => {
    const paints = [PLAIN, themeNamed("light")];
    fc.assert(
      fc.property(
        subject,
        keys,
        fc.integer({ min: 1, max: 130 }),
        fc.integer({ min: 1, max: 40 }),
        (told, pressed, width, height) => {
          for (const paint of paints) {
            const { shown: list, press, lines } = browser(told, { height, paint });
            for (const key of ["", ...pressed]) {
              if (key !== "") press(key);
              if (key === "K") list.tell({ words: told.plans[0]?.row.title ?? "", isRefusal: true });
              const shown = lines(width);
              for (const line of shown) {
                expect(visibleWidth(line)).toBeLessThanOrEqual(width);
                expect(line.replaceAll(/\x1b\[[\d;]*m|\x1b_pi:\/?\w+\x07/g, "")).not.toMatch(/[\p{Cc}\u202e]/u);
              }
              if (width < 40) continue;
              expect(shown.length).toBeLessThanOrEqual(Math.max(height, 12));
              const isEmpty = shown.some((line) => /No plans here yet|No plan matches/.test(line));
              expect(shown.some((line) => line.includes("›")) || isEmpty).toBe(true);
            }
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe("at a terminal", () => {
  const open: TuiMainScreen[] = [];
  afterEach(() => {
    for (const tui of open.splice(0)) tui.stop();
  });

  function sit(subject: BrowserSubject, columns = 80, rows = 18) {
    const terminal = new WatchedTerminal(columns, rows);
    const tui = new TuiMainScreen(terminal);
    open.push(tui);
    const answered = Promise.withResolvers<BrowserAnswer | BrowserAct>();
    const shown = new PlansBrowser({
      subject,
      paint: themeNamed("dark"),
      height: () => terminal.rows,
      done: answered.resolve,
      act: answered.resolve,
    });
    tui.addChild(shown);
    tui.setFocus(shown);
    tui.start();
    return { terminal, tui, shown, answer: answered.promise };
  }

  it("somebody looks through a long list and runs what was approved", async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      browsed({ id: `PLAN-000000${String(index + 10)}`, title: `Plan number ${index}`, status: "approved" }, "run"),
    );
    const { terminal, answer } = sit({ ...EMPTY, plans: many });
    await terminal.see("Plan number 0");
    expect(await terminal.text()).not.toContain("Plan number 20");
    terminal.press(PAGE_DOWN);
    terminal.press(PAGE_DOWN);
    await terminal.see(/› ▷ Plan number 20/);
    expect(await terminal.text()).toContain(" Plans  ");
    terminal.press("r");
    expect(await answer).toEqual({ kind: "run", id: "PLAN-00000030" });
  });

  it("somebody types a filter in a narrow terminal, in wide letters, and opens what is left", async () => {
    const { terminal, answer } = sit(SUBJECT, 60, 20);
    await terminal.see("3 wait for you");
    for (const key of ["/", "題", "名"]) terminal.press(key);
    await terminal.see(/^ \/ 題名/m);
    await terminal.see("1 of 9 plans");
    terminal.press(ENTER);
    await terminal.see("enter open");
    terminal.press(ENTER);
    expect(await answer).toEqual({ kind: "open", id: "PLAN-00000002" });
  });

  it("a question that comes in meanwhile appears, and the selected plan stays selected", async () => {
    const { terminal, tui, shown, answer } = sit({ ...SUBJECT, requests: [] });
    terminal.press(DOWN);
    await terminal.see(/› ◐ Move the test suite/);
    shown.show(SUBJECT);
    tui.requestRender();
    await terminal.see("Which database?");
    expect(await terminal.text()).toMatch(/› ◐ Move the test suite/);
    terminal.press("x");
    await terminal.see("x again cancels it");
    terminal.press("x");
    expect(await answer).toEqual({ kind: "cancel", id: "PLAN-00000001" });
  });

  it("follows the terminal when it is made smaller", async () => {
    const { terminal } = sit(SUBJECT, 100, 40);
    await terminal.see("Bad thing");
    terminal.resize(60, 16);
    await terminal.see(/^─{60}$/m);
    expect((await terminal.text()).split("\n").filter((line) => line.trim() !== "").length).toBeLessThanOrEqual(16);
  });
});
