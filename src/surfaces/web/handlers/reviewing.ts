import type { Acting, Done } from "../../../acts/act.ts";
import { rejectPlan, requestChanges, type SeenText } from "../../../acts/answer-review.ts";
import { editPlan, reopenPlan, withdrawPlan } from "../../../acts/change-proposal.ts";
import { isAwaited } from "../../../acts/is-awaited.ts";
import { signPlan } from "../../../acts/sign-plan.ts";
import { startPlan } from "../../../acts/start-plan.ts";
import type { Desk } from "../../../desk/desk.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import { commandsToRun } from "../../../plan/commands-to-run.ts";
import { defined } from "../../../plan/defined.ts";
import type { Digest } from "../../../plan/digest.ts";
import type { PlanId } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { withoutSteps } from "../../../plan/without-steps.ts";
import type { ActDone } from "../api/acts.ts";
import type { Seen } from "../api/basics.ts";
import type { RouteName } from "../api/routes.ts";
import type { BodyOf } from "../api/shapes.ts";
import { actDone, commandDone } from "./act-done.ts";
import { actingHere } from "./acting-here.ts";
import type { Dashboard, ServedProject } from "./dashboard.ts";
import type { Call, Handlers } from "./handler.ts";
import { servedProject } from "./served.ts";
import { type SeenVersion, withDifference } from "./with-difference.ts";

/** The answers to a review, and new texts. */
export function reviewHandlers(
  dashboard: Dashboard,
): Pick<Handlers, "approve" | "requestChanges" | "reject" | "withdraw" | "reopen" | "edit"> {
  const acting = <Name extends RouteName>(
    call: Call<Name>,
    act: (at: At, body: BodyOf<Name>) => Promise<Outcome<ActDone>>,
  ): Promise<Outcome<ActDone>> => actingAt(dashboard, call, (at) => act(at, call.body));
  /** Refused with the difference to the text that was shown. */
  const compared = async <Fact extends object>(
    { project, id }: At,
    seen: SeenVersion,
    act: Promise<Outcome<Done<Fact>>>,
  ) => actDone(project, await withDifference(project.desk, id, seen, await act));
  return {
    approve: (call) => acting(call, (at, body) => approve(dashboard, at, body)),
    requestChanges: (call) =>
      acting(call, (at, { seen, request, ...words }) =>
        compared(at, seen, requestChanges(actingBy(at), at.id, seenText(seen, request), words)),
      ),
    reject: (call) =>
      acting(call, (at, { seen, request, feedback }) =>
        compared(at, seen, rejectPlan(actingBy(at), at.id, seenText(seen, request), feedback)),
      ),
    withdraw: (call) =>
      acting(call, async (at, { feedback }) => actDone(at.project, await withdrawPlan(actingBy(at), at.id, feedback))),
    reopen: (call) => acting(call, async (at) => actDone(at.project, await reopenPlan(actingBy(at), at.id))),
    edit: (call) =>
      acting(call, (at, { text, version }) => compared(at, { version }, editPlan(actingBy(at), at.id, text, version))),
  };
}

function actingBy({ project: { desk }, by }: At): Acting {
  return { desk, by };
}

function seenText({ revision, digest }: Seen, request: string | undefined): SeenText {
  return { revision, digest: digest as Digest, request_id: request };
}

interface At {
  project: ServedProject;
  id: PlanId;
  by: Person;
}

/** Who acts on which plan. */
export async function actingAt(
  dashboard: Dashboard,
  { params, person }: Pick<Call<RouteName>, "params" | "person">,
  act: (at: At) => Promise<Outcome<ActDone>>,
): Promise<Outcome<ActDone>> {
  const project = servedProject(dashboard, params["project"]);
  if (!project.ok) return project;
  const by = person(project.value.desk);
  return by.ok ? act({ project: project.value, id: params["plan"] ?? "", by: by.value }) : by;
}

async function approve(dashboard: Dashboard, at: At, body: BodyOf<"approve">): Promise<Outcome<ActDone>> {
  const { project, id, by } = at;
  const { desk } = project;
  const { seen, request, left_out: leftOut = [], executor_model, notes, start } = body;
  const unread = await unreadCommands(desk, id, body);
  if (unread) return unread;
  const signed = await signPlan(actingBy(at), id, {
    ...seenText(seen, request),
    ...{ digest: seen.digest as Digest, notes, later: start === "later" },
    choices: { ...(leftOut.length > 0 && { left_out: leftOut }), ...defined({ executor_model }) },
  });
  if (!signed.ok) return withDifference(desk, id, seen, signed);
  const { plan, fact, words } = signed.value;
  if (plan.status !== "approved") return actDone(project, signed);
  if (start === "later") {
    return actDone(project, yes({ ...signed.value, words: `${words} It runs when a person starts it.` }));
  }
  // Planning on this server ends with the answer.
  if (await isAwaited(desk, id, (agent) => dashboard.plannings.has(agent))) {
    const said = `${words} The session that planned it runs it.`;
    return yes(commandDone(project, plan, { words: said, fact: { ...fact }, goes: "session" }));
  }
  const started = await startPlan(actingHere(dashboard.runs, project, by), id);
  if (!started.ok) {
    // It is signed all the same, and the person has to know that.
    const said = `${words} It did not start: ${started.refusal.message}`;
    return yes(commandDone(project, plan, { words: said, fact: { ...fact, not_started: started.refusal } }));
  }
  const waits = dashboard.runs.waitsFor(project, id);
  const said =
    waits.length > 0 ? `${words} It waits for its turn: ${waits.join("; ")}.` : `${words} ${started.value.words}`;
  return actDone(project, yes({ ...started.value, fact, words: said }));
}

/** Why it may not be signed yet: a command would run that was not on the screen. */
async function unreadCommands(
  desk: Desk,
  id: PlanId,
  { seen, left_out = [], commands_seen }: BodyOf<"approve">,
): Promise<Outcome<never> | undefined> {
  const found = await usablePlan(desk, id);
  // A newer text is refused as such, with the difference.
  if (!found.ok || found.value.proposal.digest !== seen.digest) return undefined;
  const commands = commandsToRun(withoutSteps(found.value.proposal.plan, left_out));
  if (commands_seen === commands.length) return undefined;
  const steps = [...new Set(commands.map(({ step }) => step))];
  const message = `Not signed: approval runs ${counted(commands.length, "command")}, and ${commands_seen} of them ${commands_seen === 1 ? "was" : "were"} shown.`;
  return no("unread_commands", message, {
    hint: "Read every command on the page of the plan, then approve.",
    next: [{ move: "show", plan: id, what: "read what will run" }],
    facts: { commands: commands.length, seen: commands_seen, steps },
  });
}
