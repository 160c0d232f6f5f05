import type { FauxResponseStep } from "@earendil-works/pi-ai";
import { planMode } from "../../../src/agent/extension.ts";
import type { PlanSession } from "../../../src/agent/plan-session.ts";
import type { SessionRunner } from "../../../src/agent/session-runner.ts";
import { acquireRun } from "../../../src/run/acquire-run.ts";
import { newLease } from "../../../src/run/lease.ts";
import type { Assignment } from "../../../src/run/step-runner.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { must } from "../attacks/stand.ts";
import { calls } from "../bench/model.ts";
import type { Project } from "../bench/project.ts";
import { type BenchSession, openSession } from "../bench/session.ts";

const STEP = { id: "two", title: "Say two", tools: ["read", "write", "bash"] };

export interface SessionStand {
  bench: BenchSession;
  project: Project;
  session: PlanSession;
  runner: SessionRunner;
  assignment: Assignment;
  clock: FakeClock;
}

/** A session of pi that has planned, and whose plan was signed and has just been begun: its step is to be carried out. */
export async function sessionStand(
  responses: FauxResponseStep[],
  given: Partial<Assignment> = {},
): Promise<SessionStand> {
  const clock = new FakeClock();
  let session: PlanSession | undefined;
  const bench = await openSession({
    ...{ git: true, files: { "a.txt": "one\n" }, flags: { plan: true } },
    responses: [calls(["submit_plan", { plan: { title: "Say two", steps: [STEP] } }])],
    extensions: [
      (pi) => {
        planMode(pi, {
          ...{ surface: "terminal", env: process.env, clock, canAsk: () => false },
          attach: (opened) => {
            session = opened;
          },
        });
      },
    ],
  });
  await bench.prompt("let a.txt say two");
  const plan = await session?.agent.plan();
  if (session === undefined || plan === undefined) throw new Error("Nothing was planned.");
  session.agent.startsApproved = false;
  const { agent } = session;
  const { revision, digest } = plan.proposal;
  const person = must(agent.desk.authenticate({ via: "surface", surface: "terminal", id: "ana", name: "ana" }));
  must(await agent.desk.send(plan.id, { type: "approve", revision, digest }, person));
  must(await agent.send({ type: "begin", approved_by: person, approved_at: agent.desk.at() }));
  await session.apply();
  const lease = newLease();
  const { run } = must(await acquireRun(agent.desk, plan.id, lease));
  const subagent_id = `sub-${bench.project.root.slice(-6)}`;
  const begun = await agent.desk.record(plan.id, [{ type: "start_step", step_id: STEP.id, subagent_id }], lease.id);
  if (begun.refusal) throw new Error(begun.refusal.message);
  bench.says(...responses);
  const assignment: Assignment = {
    ...{ plan_id: plan.id, run_id: run.id, plan: run.plan, step: STEP, attempt: 1, subagent_id },
    ...{ selections: {}, notes: {}, limits: { max_turns: 10, time: 600_000 } },
    ...given,
  };
  return { bench, project: bench.project, session, runner: session.run.runner as SessionRunner, assignment, clock };
}

/** The model's word on its step. */
export function reports(outcome: "done" | "failed" = "done", notes = "It is done.") {
  return calls(["report_step", { step_id: STEP.id, outcome, notes }]);
}
