import { withFirstAnswer } from "../../../acts/first-answer.ts";
import { startPlan } from "../../../acts/start-plan.ts";
import { isAgentLive } from "../../../desk/agent-pid-file.ts";
import type { Desk } from "../../../desk/desk.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { applyTimeOuts } from "../../../desk/time-outs.ts";
import { usablePlan } from "../../../desk/usable-plan.ts";
import { quorumOf } from "../../../lifecycle/approvers.ts";
import type { CommandOf } from "../../../lifecycle/plan-command.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { commandsToRun } from "../../../plan/commands-to-run.ts";
import { defined } from "../../../plan/defined.ts";
import type { Digest } from "../../../plan/digest.ts";
import type { PlanId } from "../../../plan/plan.ts";
import { counted } from "../../../plan/quantities.ts";
import { withoutSteps } from "../../../plan/without-steps.ts";
import type { ActDone } from "../api/acts.ts";
import type { RouteName } from "../api/routes.ts";
import type { BodyOf } from "../api/shapes.ts";
import { actDone, commandDone } from "./act-done.ts";
import { actingHere } from "./acting-here.ts";
import type { Dashboard, ServedProject } from "./dashboard.ts";
import type { Call, Handlers } from "./handler.ts";
import { servedProject } from "./served.ts";
import { withDifference } from "./with-difference.ts";

/** The answers to a review, and new texts. */
export function reviewHandlers(
  dashboard: Dashboard,
): Pick<Handlers, "approve" | "requestChanges" | "reject" | "withdraw" | "reopen" | "edit"> {
  const acting = <Name extends RouteName>(
    call: Call<Name>,
    act: (at: At, body: BodyOf<Name>) => Promise<Outcome<ActDone>>,
  ): Promise<Outcome<ActDone>> => actingAt(dashboard, call, (at) => act(at, call.body));
  return {
    approve: (call) => acting(call, (at, body) => approve(dashboard, at, body)),
    requestChanges: (call) =>
      acting(call, async (at, { seen, request, feedback, comments, quotes }) => {
        const { id, by } = at;
        const command: CommandOf<"request_changes"> = {
          ...{ type: "request_changes", revision: seen.revision, feedback },
          ...defined({ request_id: request, comments, quotes }),
        };
        const sent = await send(at, command, by, seen);
        if (!sent.ok) return sent;
        const words =
          sent.value.status === "needs_review"
            ? `Changes requested on ${id}. No revision is left: approve it, reject it, or grant one more.`
            : `Changes requested on ${id}.`;
        return yes(commandDone(at.project, sent.value, { words, fact: { act: "request_changes" } }));
      }),
    reject: (call) =>
      acting(call, async (at, { seen, request, feedback }) => {
        const command: CommandOf<"reject"> = {
          ...{ type: "reject", revision: seen.revision },
          ...defined({ request_id: request }),
          ...(feedback && { feedback }),
        };
        const sent = await send(at, command, at.by, seen);
        if (!sent.ok) return sent;
        return yes(commandDone(at.project, sent.value, { words: `Rejected ${at.id}.`, fact: { act: "reject" } }));
      }),
    withdraw: (call) =>
      acting(call, async (at, { feedback }) => {
        const sent = await at.project.desk.send(at.id, { type: "withdraw", ...(feedback && { feedback }) }, at.by);
        if (!sent.ok) return sent;
        return yes(commandDone(at.project, sent.value, { words: `Withdrew ${at.id}.`, fact: { act: "withdraw" } }));
      }),
    reopen: (call) =>
      acting(call, async (at) => {
        const sent = await at.project.desk.send(at.id, { type: "reopen" }, at.by);
        if (!sent.ok) return sent;
        const words = `${at.id} may be revised once more.`;
        return yes(commandDone(at.project, sent.value, { words, fact: { act: "reopen" } }));
      }),
    edit: (call) =>
      acting(call, async (at, { text, version }) => {
        const { project, id, by } = at;
        const before = await usablePlan(project.desk, id);
        const edited = await project.desk.edit(id, text, by, version);
        const said = await withDifference(project.desk, id, { version }, edited);
        if (!said.ok) return said;
        const { plan, warnings } = said.value;
        const isSame = before.ok && before.value.proposal.digest === plan.proposal.digest;
        const words = isSame
          ? `${id} is unchanged: the text says the same as before.`
          : `Saved ${id}. The new text has no signatures yet.`;
        return yes(commandDone(project, plan, { words, fact: { act: "edit", same: isSame }, warnings }));
      }),
  };
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

/** An answer to a review: refused with the difference, or with who answered first. */
async function send(
  { project: { desk }, id }: At,
  command: CommandOf<"approve" | "request_changes" | "reject">,
  by: Person,
  seen: { revision: number; digest: string },
): Promise<Outcome<LivePlan>> {
  const shown = await usablePlan(desk, id);
  // A text that was edited keeps its revision: the digest tells which text was shown.
  if (shown.ok && shown.value.proposal.digest !== seen.digest && shown.value.proposal.revision === seen.revision) {
    const outdated = no("stale_digest", "The plan's text changed after it was shown; look at it again.");
    return withFirstAnswer(desk, id, await withDifference(desk, id, seen, outdated));
  }
  const sent = await desk.send(id, command, by);
  return withFirstAnswer(desk, id, await withDifference(desk, id, seen, sent));
}

async function approve(dashboard: Dashboard, at: At, body: BodyOf<"approve">): Promise<Outcome<ActDone>> {
  const { project, id, by } = at;
  const { desk } = project;
  const { seen, request, left_out: leftOut = [], executor_model, notes, start } = body;
  // Planning that timed out has ended: a signature on its plan starts nothing.
  await applyTimeOuts(desk);
  const unread = await unreadCommands(desk, id, body);
  if (unread) return unread;
  const choices = { ...(leftOut.length > 0 && { left_out: leftOut }), ...defined({ executor_model }) };
  const command: CommandOf<"approve"> = {
    ...{ type: "approve", revision: seen.revision, digest: seen.digest as Digest, choices },
    ...defined({ request_id: request }),
    ...(notes && { notes }),
    ...(start === "later" && { later: true }),
  };
  const sent = await send(at, command, by, seen);
  if (!sent.ok) return sent;
  const plan = sent.value;
  const fact = { act: "approve", revision: seen.revision, digest: seen.digest };
  const signed = `You signed revision ${seen.revision} of ${id}.`;
  if (plan.status !== "approved") {
    const missing =
      "signatures" in plan ? quorumOf(plan, desk.configuration.config.approvers) - plan.signatures.length : 0;
    const words = `${signed} ${counted(missing, "more signature")} ${missing === 1 ? "is" : "are"} needed.`;
    return yes(commandDone(project, plan, { words, fact: { ...fact, missing } }));
  }
  if (start === "later") {
    return yes(commandDone(project, plan, { words: `${signed} It runs when a person starts it.`, fact }));
  }
  if (await isAwaited(dashboard, desk, id)) {
    const words = `${signed} The session that planned it runs it.`;
    return yes(commandDone(project, plan, { words, fact, goes: "session" }));
  }
  const started = await startPlan(actingHere(dashboard.runs, project, by), id);
  if (!started.ok) {
    // It is signed all the same, and the person has to know that.
    const words = `${signed} It did not start: ${started.refusal.message}`;
    return yes(commandDone(project, plan, { words, fact: { ...fact, not_started: started.refusal } }));
  }
  const waits = dashboard.runs.waitsFor(project, id);
  const words =
    waits.length > 0 ? `${signed} It waits for its turn: ${waits.join("; ")}.` : `${signed} ${started.value.words}`;
  return actDone(project, yes({ ...started.value, fact, words }));
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

/** Whether the session that planned it is open, and waits for this approval. */
async function isAwaited({ plannings }: Dashboard, desk: Desk, id: PlanId): Promise<boolean> {
  const agents = await desk.store.listAgents();
  // Planning on this server ends with the answer.
  return agents.some(
    (row) =>
      row.plan_id === id &&
      !plannings.has(row.id) &&
      (row.phase === "submitted" || row.phase === "executing") &&
      isAgentLive(desk.home, row.id),
  );
}
