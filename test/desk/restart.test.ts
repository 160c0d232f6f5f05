import { existsSync, rmSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { projectPaths } from "../../src/desk/file-store/project-paths.ts";
import { inbox } from "../../src/desk/requests.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import type { PlanStatus } from "../../src/lifecycle/plan-state.ts";
import { agent, HOST } from "../builders.ts";
import { approve, type Fixture, fixture, ID, must, propose, refusalOf, standing } from "./fixture.ts";

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

/** Another process, after this one and its database are gone. */
function restart() {
  f.desk.close();
  const { database } = projectPaths(f.project);
  expect(existsSync(database)).toBe(true);
  for (const ending of ["", "-journal"]) rmSync(`${database}${ending}`, { force: true });
  return f.open();
}

const START: PlanCommand = { type: "start", run_id: "run-1" };
const LOOK: PlanCommand = { type: "start_step", step_id: "look" };
const LOOKED: PlanCommand = { type: "end_step", step_id: "look", outcome: "completed", notes: "three callers" };
const CHANGES: PlanCommand = { type: "request_changes", revision: 1, feedback: "Say why." };

// How a plan gets somewhere after it was proposed; "approve" stands for a signature of what is there.
const WAYS: Record<PlanStatus, (PlanCommand | "approve" | "propose")[]> = {
  proposed: [],
  changes_requested: [CHANGES],
  needs_review: [CHANGES, "propose", { ...CHANGES, revision: 2 }, "propose", { ...CHANGES, revision: 3 }],
  approved: ["approve"],
  executing: ["approve", START, LOOK],
  paused: ["approve", START, LOOK, LOOKED, { type: "pause" }],
  stalled: ["approve", START, LOOK, { type: "stall" }],
  failed: ["approve", START, LOOK, { ...LOOKED, outcome: "failed" }, { type: "fail", reason: "no space left" }],
  completed: [
    ...(["approve", START, LOOK, LOOKED] as const),
    { type: "skip_step", step_id: "swap", reason: "not needed" },
    { type: "complete", summary: "done" },
  ],
  rejected: [{ type: "reject", revision: 1, feedback: "no" }],
  cancelled: [{ type: "cancel", note: "not now" }],
};

async function goTo(status: PlanStatus) {
  await propose(f);
  let summary = 0;
  for (const step of WAYS[status]) {
    if (step === "approve") await approve(f);
    else if (step === "propose") await propose(f, { summary: `Another way: ${summary++}` });
    else must(await f.desk.send(ID, step, step.type === "stall" ? HOST : f.person));
  }
}

describe("after a restart", () => {
  it.each(
    Object.keys(WAYS) as PlanStatus[],
  )("a plan that is %s stands where it stood, with all it had", async (status) => {
    await goTo(status);
    const before = await standing(f.desk);
    expect(before.status).toBe(status);
    expect(await standing(restart())).toEqual(before);
  });

  it("a run goes on where it was: nothing is done twice, nothing is forgotten", async () => {
    await goTo("paused");
    const desk = restart();
    const again = refusalOf(await desk.send(ID, LOOK, HOST));
    expect(again.kind).toBe("wrong_state");
    must(await desk.send(ID, { type: "resume" }, f.person));
    expect(refusalOf(await desk.send(ID, LOOK, HOST)).kind).toBe("wrong_step_state");
    const going = must(await desk.send(ID, { type: "start_step", step_id: "swap" }, HOST));
    expect(going.run?.steps.toJSON()).toEqual({
      look: { status: "completed", attempts: 1, notes: "three callers" },
      swap: { status: "in_progress", attempts: 1 },
    });
  });

  it("a step that was running is still said to be, until somebody says what became of it", async () => {
    await goTo("executing");
    const desk = restart();
    expect((await standing(desk)).run?.steps.get("look")).toMatchObject({ status: "in_progress" });
    expect(refusalOf(await desk.send(ID, LOOK, HOST)).kind).toBe("wrong_step_state");
    const interrupted = must(await desk.send(ID, { type: "end_step", step_id: "look", outcome: "interrupted" }, HOST));
    expect(interrupted.status).toBe("executing");
    expect(interrupted.run?.steps.get("look")?.status).toBe("interrupted");
  });

  it.each(["gathering", "submitted", "executing"] as const)("an agent that was %s still is", async (phase) => {
    await propose(f);
    const bot = agent("bot");
    must(await f.desk.sendAgent("bot", { type: "enter", task: "Replace the cache" }, bot));
    if (phase !== "gathering") must(await f.desk.sendAgent("bot", { type: "submit", plan_id: ID }, bot));
    if (phase === "executing") {
      const { updated_at } = await approve(f);
      must(await f.desk.sendAgent("bot", { type: "begin", approved_by: f.person, approved_at: updated_at }, HOST));
    }
    const before = must(await f.desk.agent("bot"));
    expect(before.phase).toBe(phase);
    const desk = restart();
    expect(must(await desk.agent("bot"))).toEqual(before);
    expect(await desk.store.listAgents()).toMatchObject([{ id: "bot", phase, task: "Replace the cache" }]);
    expect(refusalOf(await desk.sendAgent("bot", { type: "enter" }, bot)).kind).toBe("already_planning");
  });

  it("what waited for a person still waits, and can be answered", async () => {
    await propose(f);
    must(await f.desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    must(await f.desk.sendAgent("bot", { type: "ask", question: "Which cache?" }, agent("bot")));
    const before = await inbox(f.desk);
    expect(before.map(({ id, kind }) => [id, kind])).toEqual([
      [`${ID}/review-1`, "review"],
      ["bot/question-2", "question"],
    ]);
    const desk = restart();
    expect(await inbox(desk)).toEqual(before);
    const answered = must(
      await desk.sendAgent(
        "bot",
        { type: "answer", request_id: "bot/question-2", answer: { kind: "question", text: "the second" } },
        f.person,
      ),
    );
    expect(answered).toMatchObject({ phase: "gathering" });
    await approve(f, ID, desk);
  });
});
