import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { Acting, Done } from "../../../acts/act.ts";
import { cancelPlan } from "../../../acts/cancel-plan.ts";
import { chooseModel } from "../../../acts/choose-model.ts";
import { clonePlan } from "../../../acts/clone-plan.ts";
import { failPlan, failStep } from "../../../acts/fail-plan.ts";
import { cancelPlanning, handOff } from "../../../acts/leave-plan-mode.ts";
import { pausePlan } from "../../../acts/pause-plan.ts";
import { planToResume } from "../../../acts/plan-to-resume.ts";
import { resumePlan } from "../../../acts/resume-plan.ts";
import { retryPlan } from "../../../acts/retry-plan.ts";
import type { SessionPort } from "../../../acts/session-port.ts";
import { skipStep } from "../../../acts/skip-step.ts";
import { startPlan } from "../../../acts/start-plan.ts";
import { actingFrom, planInSession } from "../../../agent/acting-from.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import type { KeyPress } from "../../../desk/key-presses.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import type { PlanId } from "../../../plan/plan.ts";
import { doneText } from "../done-text.ts";
import { connectModel } from "../first-contact/connect-model.ts";
import { openReview } from "../open-review.ts";
import { personHere } from "../person.ts";
import { sessionPlan } from "../session-plan.ts";
import type { TerminalView } from "../terminal-view.ts";
import { archive } from "./archive.ts";
import { autoWords, switchAuto } from "./auto.ts";
import { decide } from "./decide.ts";
import { commandHelp, helpText } from "./help-text.ts";
import { isSubCommand, type PlanCommandInput } from "./plan-input.ts";
import { plansText } from "./plans-text.ts";
import { emptyQueue, queue, showQueue, unqueue } from "./queue.ts";
import { rollback } from "./rollback.ts";
import { diff, logs, simulate } from "./show-plan.ts";
import { statusText } from "./status-text.ts";

/** Runs a sub-command of `/plan`, and returns the message for the person. */
export async function subCommand(
  pi: ExtensionAPI,
  session: PlanSession,
  view: TerminalView,
  { name, plan: named, args, flagged = false, rest: said = "" }: PlanCommandInput,
  press: KeyPress | undefined,
): Promise<Outcome<string>> {
  const [first = ""] = args;
  const byPerson = async (act: (by: Person) => Outcome<string> | Promise<Outcome<string>>) => {
    const person = personHere(session, press);
    return person.ok ? act(person.value) : person;
  };
  const onPlan = (act: (acting: Acting & { session: SessionPort }, id: PlanId) => Promise<Outcome<Done<object>>>) =>
    byPerson(async (by) => {
      const plan = await planInSession(session, named);
      return plan.ok ? doneText(await act(actingFrom(session, by), plan.value.id)) : plan;
    });
  switch (name) {
    case "list":
      return yes(await plansText(session));
    case "status":
      return yes(await statusText(session));
    case "help":
      return yes(isSubCommand(first) ? commandHelp(first) : helpText(process.stdout.columns));
    case "web":
      return byPerson(async (by) => (await import("./open-in-web.ts")).openInWeb(session, by, named));
    case "connect":
      await connectModel({ pi, context: session.context, waits: view.waits });
      return yes("");
    case "fold":
      view.fold();
      return yes("");
    case "review":
      return review(session, view, named ?? "");
    case "run":
      return onPlan((acting, id) => startPlan(acting, id));
    case "queue":
      if (named !== undefined) return byPerson((by) => queue(session, by, named, first));
      return first === "clear" ? byPerson((by) => emptyQueue(session, by)) : showQueue(session);
    case "unqueue":
      return byPerson((by) => unqueue(session, by, named ?? ""));
    case "pause":
      return onPlan((acting, id) => pausePlan(acting, id, { now: flagged }));
    case "resume":
      return byPerson(async (by) => {
        const { desk } = session.agent;
        const plan = named ? await planInSession(session, named) : await planToResume(desk, await sessionPlan(session));
        return plan.ok ? doneText(await resumePlan(actingFrom(session, by), plan.value.id)) : plan;
      });
    case "retry":
      return onPlan((acting, id) => retryPlan(acting, id, first || undefined));
    case "skip":
      return first
        ? onPlan((acting, id) => skipStep(acting, id, first, said))
        : no("reason_missing", "Which step, and why?", { hint: "/plan skip <step> <reason>" });
    case "decide":
      return first === ""
        ? decideByDialog(view)
        : byPerson((by) => decide(session, view, by, { plan: named, id: first, said }));
    case "model":
      return first === ""
        ? no("wrong_answer", "Which model?", { hint: "/plan model [plan] <provider/id>" })
        : onPlan((acting, id) => chooseModel(acting, id, first));
    case "cancel":
      return named === undefined
        ? byPerson((by) => cancel(session, by))
        : onPlan((acting, id) => cancelPlan(acting, id));
    case "handoff":
      return byPerson((by) => handOff(actingFrom(session, by)));
    case "auto":
      return first === "" ? yes(autoWords(session)) : byPerson((by) => switchAuto(session, by, first === "on"));
    case "simulate":
      return simulate(session, named ?? "");
    case "diff":
      return diff(session, named, first);
    case "rollback":
      return rollback(session, view, { plan: named, step: first || undefined, everything: flagged });
    case "clone":
      return onPlan((acting, id) => clonePlan(acting, id));
    case "archive":
      return byPerson((by) => archive(session, by, { plan: named, undo: flagged }));
    case "logs":
      return logs(session, named, first);
    case "fail":
      return onPlan((acting, id) => (first ? failStep(acting, id, first, said) : failPlan(acting, id)));
  }
}

/** Without a name: ends plan mode and its current plan, not a plan that the session has left. */
async function cancel(session: PlanSession, by: Person): Promise<Outcome<string>> {
  const done = await cancelPlanning(actingFrom(session, by));
  const last = done.ok ? undefined : await sessionPlan(session);
  if (done.ok || last === undefined) return done;
  const next = [{ move: "cancel", plan: last.id, what: `cancel ${last.id}` }] as const;
  return { ok: false, refusal: { ...done.refusal, next } };
}

async function decideByDialog(view: TerminalView): Promise<Outcome<string>> {
  const shown = await view.waits.showAll({ again: true });
  return shown
    ? yes("")
    : no("not_found", "No decision is open.", { hint: "/plan decide <decision> [choice[,choice]]" });
}

async function review(session: PlanSession, view: TerminalView, id: string): Promise<Outcome<string>> {
  if (id === "") {
    const shown = await view.waits.showAll({ again: true });
    return shown ? yes("") : no("not_found", "No plan waits for your review.", { hint: "/plans lists all plans." });
  }
  const found = await planInSession(session, id);
  if (!found.ok) return found;
  await openReview(session, found.value, view.waits.options);
  return yes("");
}
