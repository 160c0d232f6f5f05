import { describe, expect, it } from "vitest";
import { approvePlan } from "../../src/acts/approve-plan.ts";
import { actingFrom } from "../../src/agent/acting-from.ts";
import { planMode } from "../../src/agent/extension.ts";
import type { PlanSession } from "../../src/agent/plan-session.ts";
import type { Leaving } from "../../src/lifecycle/agent-phase.ts";
import { must } from "../desk/fixture.ts";
import { calls, says } from "./bench/model.ts";
import { MovableClock } from "./bench/movable-clock.ts";
import { openSession } from "./bench/session.ts";

/** pi that plans from the start on a clock that the test moves; nobody can be asked, as in print mode. */
async function planner(settings: Record<string, unknown> = {}) {
  const clock = new MovableClock();
  let opened: PlanSession | undefined;
  const bench = await openSession({
    ...{ git: true, files: { "a.txt": "one\n" }, flags: { plan: true } },
    extensions: [
      (pi) => {
        planMode(pi, {
          ...{ surface: "terminal", env: process.env, clock, settings, canAsk: () => false },
          attach: (session) => {
            opened = session;
          },
        });
      },
    ],
  });
  const session = opened;
  if (session === undefined) throw new Error("Plan mode has not begun.");
  const left = new Promise<Leaving>((resolve) => {
    session.listen((news) => {
      const data = news.type === "recorded" ? news.event.data : undefined;
      if (data?.type === "planning_left") resolve(data.how);
    });
  });
  const claim = { via: "surface", surface: "terminal", id: "ana", name: "ana" } as const;
  return { bench, clock, session, left, person: must(session.agent.desk.authenticate(claim)) };
}

const PLAN = { title: "Say two", steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["a.txt"] }] };

describe("a session in which nobody can be asked", () => {
  it("ends planning in which nothing happens, and is still read-only", async () => {
    const { bench, clock, session, left } = await planner();
    bench.says(says("Looking."), calls(["write", { path: "a.txt", content: "two\n" }]), says("I cannot."));
    await bench.prompt("let a.txt say two");
    clock.forward({ minutes: 61 });
    expect(await left).toBe("timed_out");
    await bench.prompt("write it");
    expect(await session.agent.mode()).toBe("planning");
    expect(bench.saw.results).toMatchObject([["write", true, expect.stringContaining("TOOL_BLOCKED_BY_MODE")]]);
    expect(bench.project.read("a.txt")).toBe("one\n");
  });

  it("ends planning whose review nobody answers", async () => {
    const { bench, clock, session, left } = await planner({ review_timeout_minutes: 30 });
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.prompt("let a.txt say two");
    const plan = await session.agent.plan();
    clock.forward({ minutes: 31 });
    expect(await left).toBe("timed_out");
    expect(plan?.status).toBe("proposed");
  });

  it("begins nothing when somebody signs late whose surface shows no request", async () => {
    const { bench, clock, session, left, person } = await planner({ review_timeout_minutes: 30 });
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.prompt("let a.txt say two");
    const plan = await session.agent.plan();
    const { revision, digest } = plan?.proposal ?? { revision: 0, digest: "sha256:" as const };
    clock.forward({ minutes: 31 });
    // As a click on a card: it looks at the plan first, which notes that the time is over.
    await session.agent.desk.plan(plan?.id ?? "");
    const approved = must(await approvePlan(actingFrom(session, person), plan?.id ?? "", { revision, digest }));
    expect([approved.goes, approved.plan.status]).toEqual([{ by: "none" }, "approved"]);
    expect(await left).toBe("timed_out");
    await session.catchUp();
    expect(session.run.planId).toBeUndefined();
    expect(bench.project.read("a.txt")).toBe("one\n");
  });
});
