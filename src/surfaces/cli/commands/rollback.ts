import type { DeskRefusal } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { counted } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import { type PreparedRollBack, prepareRollBack, type RolledBackPlan } from "../../../run/roll-back-plan.ts";
import type { Conflict, Noted } from "../../../run/snapshot.ts";
import type { Run } from "../commands.ts";
import { askPerson } from "../person.ts";
import { planJson } from "../plan-json.ts";
import { type CliError, refused, reply } from "../reply.ts";
import { endDeadRun } from "../run/end-dead-run.ts";
import { type Executor, executorOf } from "../run/executor-of.ts";
import { livePlan } from "../run/live-plan.ts";

/** Takes back what a plan, or a step, has changed: shows it first, and asks. */
export const run: Run = async (session, args) => {
  const [id = "", step] = args.words;
  const desk = await session.desk();
  const found = await livePlan(desk, id);
  if (!found.ok) return refused(found.refusal);
  const settled = await endDeadRun(desk, found.value);
  if (!settled.ok) return refused(settled.refusal);
  const plan = settled.value;
  // Whoever is about to go on with it believes to know how the files are.
  const executor = await executorOf(desk, plan);
  if (executor !== undefined) return refused(held(id, executor));
  const prepared = await prepareRollBack(desk, plan, {
    ...{ env: session.env, everything: args.options["everything"] === true },
    ...(step !== undefined && { step }),
  });
  if (!prepared.ok) return refused(hinted(prepared.refusal, plan));
  const what = step === undefined ? id : `step ${step} of ${id}`;
  const person = await askPerson(session, desk, {
    isSure: args.options["yes"] === true,
    show: preview(plan, prepared.value, step),
    question: questionOf(what, prepared.value.changes.length),
  });
  if (!person.ok) return refused(person.refusal);
  const outcome = await prepared.value.carryOut(person.value);
  if (!outcome.ok) return refused(hinted(outcome.refusal, plan));
  const { plan: after, ...rolledBack } = outcome.value;
  const json = { rolled_back: { steps: prepared.value.steps, ...rolledBack }, plan: planJson(after) };
  return reply(json, doneText(outcome.value, session.style.green("Taken back")));
};

function held(id: string, { words }: Executor): CliError {
  const hint = `Press Ctrl+C there, or countersign cancel ${id}, first.`;
  return { kind: "lost_lease", message: `${id} is in the hands of ${words}.`, hint };
}

function questionOf(what: string, count: number): string {
  return count === 0 ? `Record ${what} as taken back?` : `Take back ${counted(count, "change")} of ${what}?`;
}

const MOST = 30;
const BACK = { added: "- remove", changed: "~ restore", removed: "+ bring back" } as const;
const OTHERS = "Left as they are, because no step is known to have changed them (--everything takes them back, too):";

function preview(
  { id, status, proposal }: LivePlan,
  { changes, others, leftOut }: PreparedRollBack,
  step: string | undefined,
): string {
  const rest =
    others.length > 0 && step === undefined
      ? [
          OTHERS,
          ...some(
            others.map((path) => visible(path)),
            10,
          ),
        ]
      : [];
  const back = changes.map(({ path, how }) => `${BACK[how]} ${visible(path)}`);
  return [
    `${id}  ${status}\n${visible(proposal.plan.title)}`,
    ...(back.length === 0 ? ["No file has to be changed."] : some(back, MOST)),
    ...rest,
    ...(leftOut.length > 0 ? [IN_NO_SNAPSHOT, ...some(leftOut.map(notedText), 10)] : []),
  ].join("\n");
}

const IN_NO_SNAPSHOT = "In no snapshot, so that they stay as they are, whatever was done to them:";

function notedText({ path, because }: Noted): string {
  return `${visible(path)}: ${visible(because)}`;
}

function some(lines: readonly string[], most: number): string[] {
  const more = lines.length - most;
  return [...lines.slice(0, most).map((line) => `  ${line}`), ...(more > 0 ? [`  … and ${more} more`] : [])];
}

/** What stands in the way, and what to do about it. */
function hinted(refusal: DeskRefusal, { id, status }: LivePlan): DeskRefusal {
  const { kind, facts } = refusal;
  if (kind === "wrong_state" && status === "executing")
    return { ...refusal, hint: `Nobody carries it out: countersign fail ${id}, or countersign cancel ${id}, first.` };
  if (kind !== "changed_since" && kind !== "damaged") return refusal;
  const conflicts = (facts?.["conflicts"] ?? []) as Conflict[];
  const lines = conflicts.map(
    (conflict) => `${visible(conflict.path)}: ${visible(conflict.because)}${byWhom(conflict)}`,
  );
  return { ...refusal, hint: [...some(lines, MOST), `countersign diff ${id} shows what it changed.`].join("\n") };
}

function byWhom({ by }: Conflict): string {
  return by !== undefined && typeof by !== "string" ? ` (by step ${by.step})` : "";
}

function doneText({ plan, changes, left }: RolledBackPlan, done: string): string {
  const { id, status, run } = plan;
  const again = { failed: `countersign retry ${id}`, paused: `countersign resume ${id}` }[
    status as "failed" | "paused"
  ];
  const open = run?.steps.count("pending", "blocked") ?? 0;
  return [
    `${done}: ${counted(changes.length, "file")} as before.`,
    ...left.map(({ path, because }) => `  ! ${visible(path)} was left: ${visible(because)}`),
    ...(again !== undefined && open > 0 ? [`To do it again: ${again}`] : []),
  ].join("\n");
}
