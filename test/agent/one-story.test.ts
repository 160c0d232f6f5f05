import { describe, expect, it } from "vitest";
import { planMode } from "../../src/agent/extension.ts";
import type { PlanNews } from "../../src/agent/plan-news.ts";
import type { PlanSession } from "../../src/agent/plan-session.ts";
import type { Person } from "../../src/desk/persons.ts";
import { answer } from "../../src/desk/requests.ts";
import { must } from "../desk/fixture.ts";
import { hands, tool } from "./bench/extension.ts";
import { calls, says } from "./bench/model.ts";
import { MovableClock } from "./bench/movable-clock.ts";
import { PersonActs } from "./bench/person-acts.ts";
import { type BenchSession, openSession, type SessionOptions } from "./bench/session.ts";

const PLAN = {
  title: "Say two",
  steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], verify: "grep -q two a.txt" }],
};
const OFF = "Plan mode is off: earlier instructions about planning or executing no longer hold.";

interface Stage {
  bench: BenchSession;
  clock: MovableClock;
  news: PlanNews[];
  session(): PlanSession;
  person(): Person;
}

/** pi with plan mode on a clock that the test moves. `allows`: what a person answers to a confirmation. */
async function stage(options: SessionOptions & { allows?: boolean; settings_?: object } = {}): Promise<Stage> {
  const { allows = true, settings_ = {}, ...more } = options;
  const clock = new MovableClock();
  const news: PlanNews[] = [];
  let opened: PlanSession | undefined;
  const session = () => {
    if (opened === undefined) throw new Error("Plan mode was not needed yet.");
    return opened;
  };
  const person = () =>
    must(session().agent.desk.authenticate({ via: "surface", surface: "terminal", id: "ana", name: "ana" }));
  const bench = await openSession({
    ...{ git: true, files: { "a.txt": "one\n" }, ...more },
    extensions: [
      ...(more.extensions ?? []),
      (pi) => {
        planMode(pi, {
          ...{ surface: "terminal", env: process.env, clock, settings: settings_ as never, canAsk: () => true },
          attach: (attached) => {
            opened = attached;
            attached.listen((told) => {
              news.push(told);
              if (told.type !== "recorded" || told.event.data.type !== "request_opened") return;
              const { request } = told.event.data;
              if (request.kind !== "confirmation") return;
              void answer(attached.agent.desk, request.id, { kind: "confirmation", allow: allows }, person());
            });
          },
        });
      },
    ],
  });
  return { bench, clock, news, session, person };
}

/** Resolves with the next news that fits. */
function heard(session: PlanSession, isWanted: (news: PlanNews) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = session.listen((news) => {
      if (!isWanted(news)) return;
      stop();
      resolve();
    });
  });
}

/** What a request told the model of the rules: the system prompt, and what came with the last message. */
function rules({ saw }: BenchSession, at: number): string {
  const request = saw.requests.at(at);
  const last = JSON.stringify(request?.messages.at(-1));
  return [request?.systemPrompt, ...(last.includes("<countersign>") ? [last] : [])].join("\n");
}

/** The answers of tools, also those that the model has not been sent yet. */
function answers({ session }: BenchSession): string[] {
  return session.sessionManager
    .getBranch()
    .flatMap((entry) =>
      entry.type === "message" && entry.message.role === "toolResult"
        ? [entry.message.content.map((part) => ("text" in part ? part.text : "")).join("\n")]
        : [],
    );
}

/** Each phase that an agent can be in, how it gets there, and the sentence that holds then. */
const PHASES: {
  name: string;
  options?: Parameters<typeof stage>[0];
  arrange(stage: Stage): Promise<unknown>;
  prompt: RegExp | undefined;
  submit: RegExp;
  write: RegExp;
  tools: string[];
}[] = [
  {
    name: "planning",
    options: { flags: { plan: true } },
    arrange: async () => {},
    prompt: /You are in PLANNING mode.*call submit_plan/s,
    submit: /^Submitted PLAN-/,
    write: /^TOOL_BLOCKED_BY_MODE: write writes, and this is planning\.\n.*submit it for review/,
    tools: ["read", "bash", "enter_plan_mode", "ask_user", "submit_plan", "plan_list", "plan_get"],
  },
  {
    name: "a time-out of planning",
    options: { flags: { plan: true } },
    arrange: async ({ bench, clock, session }) => {
      bench.says(says("Looking."));
      await bench.prompt("let a.txt say two");
      const left = heard(session(), ({ type }) => type === "changed");
      clock.forward({ minutes: 61 });
      await left;
    },
    prompt: /You can only read now\. Planning timed out, so no plan can be submitted\..*enter_plan_mode/,
    submit: /^You can only read now\. Planning timed out, so no plan can be submitted\..*enter_plan_mode/,
    write:
      /^TOOL_BLOCKED_BY_MODE: write writes, and only reading is allowed now\.\nPlanning timed out, so no plan can be submitted\..*enter_plan_mode/,
    tools: ["read", "bash", "enter_plan_mode", "plan_list", "plan_get"],
  },
  {
    name: "a person's end of planning",
    options: { flags: { plan: true } },
    arrange: async ({ bench, session, person }) => {
      bench.says(says("Looking."));
      await bench.prompt("let a.txt say two");
      must(await new PersonActs(session(), person()).cancel());
    },
    prompt: undefined,
    submit: /^Plan mode is off\. Call enter_plan_mode first\.$/,
    write: /^Successfully wrote/,
    tools: ["read", "bash", "edit", "write", "enter_plan_mode"],
  },
  {
    name: "the submission of a plan",
    options: { flags: { plan: true } },
    arrange: async ({ bench }) => {
      bench.says(calls(["submit_plan", { plan: PLAN }]));
      await bench.prompt("let a.txt say two");
    },
    prompt: /You are in PLANNING mode.*call submit_plan/s,
    submit: /^This text is already proposed and waits for its review\.$/,
    write: /^TOOL_BLOCKED_BY_MODE: write writes, and this is planning\./,
    tools: ["read", "bash", "enter_plan_mode", "ask_user", "submit_plan", "plan_list", "plan_get"],
  },
  {
    name: "a person has taken the plan over",
    options: { flags: { plan: true } },
    arrange: async ({ bench, session, person }) => {
      bench.says(calls(["submit_plan", { plan: PLAN }]));
      await bench.prompt("let a.txt say two");
      must(await new PersonActs(session(), person()).handOff());
    },
    prompt: undefined,
    submit: /^Plan mode is off\. Call enter_plan_mode first\.$/,
    write: /^Successfully wrote/,
    tools: ["read", "bash", "edit", "write", "enter_plan_mode"],
  },
  {
    name: "a person's no to planning",
    options: { allows: false },
    arrange: async ({ bench }) => {
      bench.says(calls(["enter_plan_mode", { reason: "large" }]), says("Fine."));
      await bench.prompt("let a.txt say two");
    },
    prompt: undefined,
    submit: /^Plan mode is off\. Call enter_plan_mode first\.$/,
    write: /^Successfully wrote/,
    tools: ["read", "bash", "edit", "write", "enter_plan_mode"],
  },
  {
    name: "a plan mode that cannot start",
    options: { flags: { plan: true }, files: { ".pi/plans.json": '{ "levl": "enforce" }' } },
    arrange: async () => {},
    prompt: /You can use no tool now\. Plan mode was requested and cannot start/,
    submit: /^You can use no tool now\. Plan mode was requested and cannot start|^Tool submit_plan not found/,
    write: /^Plan mode was requested and cannot start/,
    tools: ["read", "bash", "edit", "write", "enter_plan_mode"],
  },
  {
    name: "a run that is paused between two steps",
    options: { flags: { plan: true } },
    arrange: async ({ bench, session, person }) => {
      bench.says(calls(["submit_plan", { plan: PLAN }]));
      await bench.prompt("let a.txt say two");
      bench.says(says("I stop."), says("Still."), says("No."));
      const plan = await session().agent.plan();
      const { revision, digest } = plan?.proposal ?? { revision: 0, digest: "sha256:" as const };
      const paused = heard(session(), (news) => news.type === "recorded" && news.event.name === "plan.paused");
      must(await session().agent.desk.send(plan?.id ?? "", { type: "approve", revision, digest }, person()));
      await paused;
      await bench.session.waitForIdle();
    },
    prompt: /You can only read now\. No step is in progress/,
    submit: /^You can only read now\. No step is in progress/,
    write: /^TOOL_BLOCKED_BY_MODE: write writes, and only reading is allowed now\.\nNo step is in progress/,
    tools: ["read", "bash", "edit", "write", "enter_plan_mode", "ask_user", "report_step", "plan_get"],
  },
];

describe("the prompt, the tools and the refusals of each phase", () => {
  it.each(PHASES)("agree after $name", async ({ options, arrange, prompt, submit, write, tools }) => {
    const here = await stage(options);
    const { bench } = here;
    await arrange(here);
    const [at, before] = [bench.saw.requests.length, answers(bench).length];
    bench.says(
      calls(["write", { path: "b.txt", content: "x" }]),
      calls(["submit_plan", { plan: PLAN }]),
      says("Hm."),
      says("Hm."),
    );
    await bench.prompt("go on");
    expect(bench.extensionErrors).toEqual([]);
    if (prompt === undefined) expect(rules(bench, at)).not.toMatch(/PLANNING|only read|EXECUTING/);
    else expect(rules(bench, at)).toMatch(prompt);
    expect(bench.saw.requests[at]?.tools.toSorted()).toEqual(tools.toSorted());
    const [written, submitted] = answers(bench).slice(before);
    expect(written).toMatch(write);
    expect(submitted).toMatch(submit);
  });

  it("agree while a step is carried out", async () => {
    const { bench, session, person } = await stage({ flags: { plan: true }, settings_: { execution: "session" } });
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.prompt("let a.txt say two");
    const [at, before] = [bench.saw.requests.length, bench.saw.results.length];
    bench.says(
      calls(["submit_plan", { plan: PLAN }]),
      calls(["enter_plan_mode", { reason: "large" }]),
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
      says("Done."),
    );
    const ended = heard(session(), (news) => news.type === "recorded" && news.event.name === "plan.completed");
    const plan = await session().agent.plan();
    const { revision, digest } = plan?.proposal ?? { revision: 0, digest: "sha256:" as const };
    must(await session().agent.desk.send(plan?.id ?? "", { type: "approve", revision, digest }, person()));
    await ended;
    await bench.session.waitForIdle();
    const told = rules(bench, at);
    expect(told).toContain("You are in EXECUTING mode");
    expect(told).not.toContain("PLANNING");
    const lists = bench.saw.requests.slice(at, at + 4).map(({ tools }) => tools.join(" "));
    expect(new Set(lists).size).toBe(1);
    const [submitted, entered, written] = bench.saw.results.slice(before + 1).map(([, , text]) => text);
    expect(submitted).toMatch(/^You carry out a signed plan\. Call report_step/);
    expect(entered).toBe(submitted);
    expect(written).toMatch(/^Successfully wrote/);
    expect(bench.extensionErrors).toEqual([]);
  });

  it("tell nothing of planning once a person has declined it", async () => {
    const { bench } = await stage({ allows: false });
    bench.says(calls(["enter_plan_mode", { reason: "large" }]), says("Fine."), says("Hello."));
    await bench.prompt("do it");
    await bench.prompt("hello");
    for (const { messages } of bench.saw.requests) expect(JSON.stringify(messages)).not.toContain("mode is on");
    expect(bench.saw.userTexts).toEqual(["do it", OFF, "hello"]);
    expect(bench.saw.results).toEqual([["enter_plan_mode", false, "ana wants no plan for this. Go on without one."]]);
  });
});

describe("the tools of a request", () => {
  it("change only with the phase, and have a fixed order within it", async () => {
    const { bench, session, person } = await stage();
    bench.says(calls(["read", { path: "a.txt" }]), calls(["enter_plan_mode", { reason: "large" }]));
    const look = () => calls(["read", { path: "a.txt" }]);
    bench.says(look(), calls(["edit", { path: "a.txt", edits: [] }]), look(), calls(["submit_plan", { plan: PLAN }]));
    await bench.prompt("let a.txt say two");
    const outside = ["read", "bash", "edit", "write", "enter_plan_mode"];
    const planning = ["read", "bash", "enter_plan_mode", "ask_user", "submit_plan", "plan_list", "plan_get"];
    const lists = () => bench.saw.requests.map(({ tools }) => tools.join(" "));
    expect(lists()).toEqual([outside, outside, planning, planning, planning, planning].map((list) => list.join(" ")));
    bench.says(look(), calls(["submit_plan", { plan: PLAN }]));
    await bench.prompt("why so short?");
    expect(new Set(lists().slice(2))).toEqual(new Set([planning.join(" ")]));
    must(await new PersonActs(session(), person()).cancel());
    bench.says(says("Hello."));
    await bench.prompt("hello");
    // pi tells a model which tools come and go: what comes back stands behind what stayed.
    expect(bench.saw.tools.toSorted()).toEqual(outside.toSorted());
    expect(bench.session.getActiveToolNames()).toEqual(outside);
  });

  it("do not change when an extension brings one late, which is there once planning has ended", async () => {
    const { held, pi } = hands();
    const { bench, session, person } = await stage({ flags: { plan: true }, extensions: [held] });
    bench.says(says("Looking."));
    await bench.prompt("let a.txt say two");
    const planning = bench.saw.tools;
    pi().registerTool(tool("late"));
    bench.says(calls(["late", {}]), says("Hm."));
    await bench.prompt("go on");
    expect(bench.saw.tools).toEqual(planning);
    expect(bench.saw.results).toEqual([["late", true, expect.stringContaining("What late does is unknown")]]);
    must(await new PersonActs(session(), person()).cancel());
    expect(bench.session.getActiveToolNames()).toEqual(["read", "bash", "edit", "write", "enter_plan_mode", "late"]);
  });

  it("are all there at a level that lets them run", async () => {
    const { bench } = await stage({ flags: { plan: true }, settings_: { level: "log" } });
    bench.says(says("Hm."));
    await bench.prompt("let a.txt say two");
    expect(bench.saw.tools).toEqual(expect.arrayContaining(["edit", "write"]));
  });

  it("leave a call of a hidden one with its reason, recorded once with its input", async () => {
    const { bench, news } = await stage({ flags: { plan: true } });
    bench.says(calls(["write", { path: "b.txt", content: "x" }]), says("Hm."));
    await bench.prompt("write it");
    expect(bench.saw.tools).not.toContain("write");
    expect(bench.saw.results).toEqual([["write", true, expect.stringContaining("write writes, and this is planning")]]);
    const judged = news
      .flatMap((told) => (told.type === "recorded" ? [told.event.data] : []))
      .filter(({ type }) => type === "call_judged");
    expect(judged).toEqual([expect.objectContaining({ tool: "write", summary: expect.stringContaining("b.txt") })]);
  });
});

describe("outside plan mode, with guarded tools", () => {
  const guarded = (more: object = {}) =>
    stage({
      files: { "a.txt": "one\n" },
      settings_: { guardedTools: ["write"], ...more },
      extensions: [],
    });

  it.each([
    ["ask", ["enter_plan_mode", "plan_list", "plan_get"]],
    ["never", ["plan_list", "plan_get"]],
  ])("a refusal names only tools that are there (auto_enter: %s)", async (auto_enter, own) => {
    const { bench, session, person } = await guarded({ auto_enter });
    const look = [
      ["plan_list", {}],
      ["plan_get", {}],
    ] as const;
    bench.says(calls(["write", { path: "b.txt", content: "x" }]), calls(...look), says("Hm."));
    await bench.prompt("write it");
    expect(bench.saw.tools).toEqual(["read", "bash", "edit", "write", ...own]);
    const [refused = "", list, get] = bench.saw.results.map(([, , text]) => text);
    expect(refused).toMatch(/^PLAN_NEEDED: write needs an approved plan/);
    for (const tool of refused.match(/\b[a-z]+_[a-z_]+\b/g) ?? []) expect(own).toContain(tool);
    expect([list, get]).toEqual(["There are no plans.", "You have no plan yet. plan_list lists those of the project."]);
    expect(bench.project.has(".pi/plans")).toBe(false);
    if (auto_enter === "never") return;
    bench.says(calls(["enter_plan_mode", { reason: "to write it" }]), calls(["submit_plan", { plan: PLAN }]));
    await bench.prompt("plan it then");
    const before = ["read", "bash", "edit", "write", ...own];
    must(await new PersonActs(session(), person()).cancel());
    expect(bench.session.getActiveToolNames()).toEqual(before);
    bench.says(calls(["plan_list", {}]), says("Hm."));
    await bench.prompt("which plans are there?");
    expect(bench.saw.results.at(-1)).toEqual(["plan_list", false, expect.stringMatching(/^PLAN-.*Say two$/)]);
    expect(bench.extensionErrors).toEqual([]);
  });
});

describe("a plan that the agent writes and does not submit", () => {
  const TEXT = "Here is my plan:\n\n1. Read a.txt\n2. Write it\n3. Check it\n\nShall I go ahead?";
  const told = (news: PlanNews[]) => news.flatMap((one) => (one.type === "unsubmitted" ? [one.reminds] : []));

  it("reminds the model once, which submits it, and tells the person", async () => {
    const { bench, news, session } = await stage({ flags: { plan: true } });
    bench.says(says(TEXT), calls(["submit_plan", { plan: PLAN }]));
    await bench.prompt("let a.txt say two");
    expect(bench.saw.userTexts.filter((text) => text.includes("no plan was submitted"))).toHaveLength(1);
    expect((await session().agent.state()).phase).toBe("submitted");
    expect(told(news)).toEqual([true]);
  });

  it("does not remind it a second time, and tells the person what to do", async () => {
    const { bench, news } = await stage({ flags: { plan: true } });
    bench.says(says(TEXT), says(TEXT));
    await bench.prompt("let a.txt say two");
    expect(bench.faux.getPendingResponseCount()).toBe(0);
    expect(told(news)).toEqual([true, false]);
    expect(bench.extensionErrors).toEqual([]);
  });

  it.each([
    ["outside plan mode", {}, TEXT],
    ["in an answer that is no plan", { flags: { plan: true } }, "I read a.txt. It says one."],
  ])("is not noticed %s", async (_, options, text) => {
    const { bench, news } = await stage(options);
    bench.says(says(text));
    await bench.prompt("what is in a.txt?");
    expect(told(news)).toEqual([]);
    expect(bench.saw.requests).toHaveLength(1);
  });
});
