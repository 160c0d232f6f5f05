import { describe, expect, it } from "vitest";
import { planMode } from "../../src/agent/extension.ts";
import type { PlanSession } from "../../src/agent/plan-session.ts";
import { Desk } from "../../src/desk/desk.ts";
import type { Person } from "../../src/desk/persons.ts";
import { must } from "../desk/fixture.ts";
import { afterTest } from "./bench/after-test.ts";
import { hands } from "./bench/extension.ts";
import { calls, says } from "./bench/model.ts";
import { PersonActs } from "./bench/person-acts.ts";
import { type BenchSession, openSession, type SessionOptions } from "./bench/session.ts";

const PLAN = {
  title: "Say two",
  steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["a.txt"], verify: "grep -q two a.txt" }],
};
const OFF = "Plan mode is off: earlier instructions about planning or executing no longer hold.";

interface Planner {
  bench: BenchSession;
  session(): PlanSession;
  person(): Person;
  again(): Promise<Planner>;
}

/** pi that plans from the start, with a person to ask. */
async function planner(options: SessionOptions = {}): Promise<Planner> {
  let session: PlanSession | undefined;
  const given: SessionOptions = {
    ...{ git: true, files: { "a.txt": "one\n" }, flags: { plan: true }, ...options },
    extensions: [
      ...(options.extensions ?? []),
      (pi) => {
        planMode(pi, {
          ...{ surface: "terminal", env: process.env, canAsk: () => true },
          attach: (opened) => {
            session = opened;
          },
        });
      },
    ],
  };
  const bench = await openSession(given);
  const here = () => {
    if (session === undefined) throw new Error("Plan mode was not needed yet.");
    return session;
  };
  const claim = { via: "surface", surface: "terminal", id: "ana", name: "ana" } as const;
  const person = () => must(here().agent.desk.authenticate(claim));
  const again = () =>
    planner({ ...options, flags: {}, project: bench.project, session: { file: bench.sessionFile() } });
  return { bench, session: here, person, again };
}

/** What a request said of the rules: the system prompt, and what came with the last message. */
function rules({ saw }: BenchSession, at: number): string {
  const request = saw.requests.at(at);
  const last = JSON.stringify(request?.messages.at(-1));
  return [request?.systemPrompt, ...(last.includes("<countersign>") ? [last] : [])].join("\n");
}

describe("what the model is told when plan mode ends", () => {
  it.each(["cancel", "handOff"] as const)("says so after %s, in the next request and for good", async (how) => {
    const { bench, session, person } = await planner();
    bench.says(says("Looking."), says("Hello."), says("Again."));
    await bench.prompt("let a.txt say two");
    expect(rules(bench, -1)).toContain("PLANNING mode");
    must(await new PersonActs(session(), person())[how]());
    for (const words of ["hello", "and again"]) {
      await bench.prompt(words);
      expect(rules(bench, -1)).not.toContain("PLANNING mode");
      expect(bench.saw.userTexts.filter((text) => text.includes("lan mode is off"))).toEqual([OFF]);
      const [on, off] = ["Planning mode is on.", OFF].map((text) => bench.saw.userTexts.indexOf(text));
      expect(off).toBeGreaterThan(on ?? Number.POSITIVE_INFINITY);
    }
    expect(bench.extensionErrors).toEqual([]);
  });

  it("says so when a person ends it in another process", async () => {
    const { bench, session } = await planner();
    bench.says(says("Looking."), says("Hello."));
    await bench.prompt("let a.txt say two");
    const { agent } = session();
    const left = new Promise<void>((resolve) => {
      session().listen((news) => news.type === "changed" && session().mode === "none" && resolve());
    });
    const another = new Desk({ directory: bench.cwd, env: { COUNTERSIGN_HOME: bench.project.home } });
    afterTest(() => another.close());
    const them = must(another.authenticate({ via: "surface", surface: "cli", id: "bob", name: "bob" }));
    must(await another.sendAgent(agent.id, { type: "leave", how: "cancelled" }, them));
    await left;
    await bench.prompt("hello");
    expect(bench.saw.userTexts.at(-2)).toBe(OFF);
  });

  it("says so when it was ended while the session was closed, once", async () => {
    const first = await planner({ session: "file" });
    first.bench.says(says("Looking."));
    await first.bench.prompt("let a.txt say two");
    const { id } = first.session().agent;
    await first.bench.quit();
    const another = new Desk({ directory: first.bench.cwd, env: { COUNTERSIGN_HOME: first.bench.project.home } });
    afterTest(() => another.close());
    const them = must(another.authenticate({ via: "surface", surface: "cli", id: "bob", name: "bob" }));
    must(await another.sendAgent(id, { type: "leave", how: "cancelled" }, them));
    const second = await first.again();
    second.bench.says(says("Hello."));
    await second.bench.prompt("hello");
    await second.bench.quit();
    const third = await second.again();
    third.bench.says(says("Hello."));
    await third.bench.prompt("hello again");
    expect(third.bench.saw.userTexts.filter((text) => text === OFF)).toHaveLength(1);
    expect(rules(third.bench, -1)).not.toContain("PLANNING mode");
  });

  it("says so in the same run, where the model is in the middle of one", async () => {
    const { held, pi } = hands();
    const { bench, session, person } = await planner({ extensions: [held] });
    bench.says(calls(["read", { path: "a.txt" }]), says("I see."));
    let isLeft = false;
    pi().on("tool_call", async () => {
      if (!isLeft) must(await new PersonActs(session(), person()).cancel());
      isLeft = true;
    });
    await bench.prompt("let a.txt say two");
    expect(rules(bench, 0)).toContain("PLANNING mode");
    expect(rules(bench, 1)).not.toContain("PLANNING mode");
    // It rests until the person speaks.
    expect(rules(bench, 1)).toContain("You can only read now. Plan mode was left.");
    expect(bench.saw.userTexts).toContain(OFF);
  });
});

describe("what the model is told when its plan is approved", () => {
  it("is the signed plan from the first request on, where its own session carries it out", async () => {
    const { bench, session, person } = await planner();
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.prompt("let a.txt say two");
    const before = bench.saw.requests.length;
    bench.says(
      calls(["write", { path: "a.txt", content: "two\n" }]),
      calls(["report_step", { step_id: "write", outcome: "done", notes: "wrote it" }]),
      says("Done."),
    );
    const plan = await session().agent.plan();
    const { revision, digest } = plan?.proposal ?? { revision: 0, digest: "sha256:" as const };
    const done = new Promise<void>((resolve) => {
      session().listen((news) => news.type === "left" && resolve());
    });
    must(await session().agent.desk.send(plan?.id ?? "", { type: "approve", revision, digest }, person()));
    await done;
    await bench.session.waitForIdle();
    const after = bench.saw.requests.slice(before).map((_, at) => rules(bench, before + at));
    expect(after).toHaveLength(3);
    for (const said of after) expect(said).not.toContain("PLANNING mode");
    for (const said of after.slice(0, 2)) expect(said).toContain("EXECUTING mode");
    expect(bench.saw.userTexts).toContain(OFF);
  });

  it("are the rules of planning in each request of a run that a review began", async () => {
    const { bench, session, person } = await planner();
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.prompt("let a.txt say two");
    const before = bench.saw.requests.length;
    bench.says(calls(["read", { path: "a.txt" }]), calls(["read", { path: "a.txt" }]), says("Hm."));
    const plan = await session().agent.plan();
    const settled = new Promise<void>((resolve) => {
      session().listen((news) => news.type === "settled" && resolve());
    });
    const command = { type: "request_changes", revision: 1, feedback: "say why" } as const;
    must(await session().agent.desk.send(plan?.id ?? "", command, person()));
    await settled;
    const after = bench.saw.requests.slice(before).map((_, at) => rules(bench, before + at));
    expect(after).toHaveLength(3);
    for (const said of after) expect(said.match(/You are in PLANNING mode/g)).toHaveLength(1);
    for (const said of after) expect(said).toContain("say why");
  });
});
