import { totalsCard } from "../../agent/run-cards.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";
import { openRequests } from "../../lifecycle/request.ts";
import { expiryOf, timeOutWords } from "../../lifecycle/time-out.ts";
import { counted } from "../../plan/quantities.ts";
import type { CardWord } from "./card-reconciler.ts";
import { inline } from "./cards/discord-text.ts";
import { type PingFacts, pingedMentions, pingsOf } from "./cards/pings.ts";
import { shownText } from "./cards/plan-facts.ts";
import { PAUSED } from "./cards/run-lines.ts";

/**
 * A message in reply to the card, because an edit sends no notification. Its key identifies the event: the same key is
 * announced once. Without text nothing is announced.
 */
export function planAnnouncement(facts: PingFacts): CardWord {
  const word = announcement(facts.plan);
  const who = pingedMentions(facts);
  const pings = pingsOf(facts);
  if (word.text === undefined || pings === undefined) return word;
  return { ...word, text: `${word.text}\n🔔 ${who.join(" ")}`, pings };
}

function announcement(state: LivePlan): CardWord {
  const title = `**${inline(shownText(state).plan.title, 100)}**`;
  switch (state.status) {
    case "proposed":
    case "needs_review": {
      const { revision, digest, proposed_by } = state.proposal;
      const key = `${state.status} ${revision} ${digest}`;
      const by = inline(proposed_by.name, 40);
      if (isReplaced(state))
        return {
          key,
          text: `✏️ Revision ${revision} of ${title} has another text now, by ${by}: read it before you sign.`,
        };
      return state.status === "proposed"
        ? { key, text: `📝 Revision ${revision} of ${title} waits for a signature.` }
        : {
            key,
            text: `🙋 ${title} has no revisions left. Approve it, reject it, or allow one more revision on its card.`,
          };
    }
    case "paused":
      return standsStill(state, title);
    case "stalled":
      return {
        key: `stalled ${state.run.lease?.id ?? state.version}`,
        text: `⚠️ ${title} stalled: its process stopped reporting. Resume continues it.`,
      };
    case "failed": {
      const text = `❌ ${title} failed: ${inline(state.reason, 250)}\nIts card lists what the run changed; Retry runs the failed and unfinished steps.`;
      return { key: `failed ${state.run.ended_at}`, text };
    }
    case "completed":
      return { key: `completed ${state.run.ended_at}`, text: `✅ ${title} is completed: ${totals(state)}` };
    case "cancelled":
      return state.why === "stale"
        ? { key: "stale", text: `⏹️ ${title}: ${timeOutWords(expiryOf(state.id, state))} No step was run.` }
        : { key: "cancelled" };
    case "changes_requested":
    case "approved":
    case "executing":
    case "rejected":
      return { key: state.status };
  }
}

/** This revision had another text before: a person may have read that one. */
function isReplaced({ requests, proposal: { revision, digest } }: LivePlan): boolean {
  return Object.values(requests).some(
    (request) => request.kind === "review" && request.revision === revision && request.digest !== digest,
  );
}

/** Not announced: an open request, which has a card of its own, and a pause by a person, who knows of it. */
function standsStill(state: LivePlan & { status: "paused" }, title: string): CardWord {
  const { why, run } = state;
  if (openRequests(state.requests).some(({ kind }) => kind !== "review")) return { key: "asks" };
  const broken = brokenSteps(state);
  const key = `paused ${why} ${run.id} ${broken}`;
  if (why === "person" && broken === "") return { key };
  const what = why === "person" ? `Step ${inline(broken, 200)} was interrupted.` : PAUSED[why];
  return { key, text: `⏸️ ${title} waits: ${what}` };
}

function brokenSteps({ run }: LivePlan): string {
  const broken = run?.plan.steps.filter(({ id }) => run.steps.get(id)?.status === "interrupted") ?? [];
  return broken.map(({ id }) => id).join(", ");
}

function totals(state: LivePlan & { status: "completed" }): string {
  const { steps, files, deviations = [] } = totalsCard(state, "completed", state.run.ended_at ?? state.updated_at);
  const skipped = steps.skipped > 0 ? `, ${steps.skipped} skipped` : "";
  // Without a comparison the changed files are unknown.
  const changed =
    files === undefined
      ? ""
      : `, ${files.length === 0 ? "no file of the project" : counted(files.length, "file")} changed`;
  const deviated = deviations.length === 0 ? "" : `, ${counted(deviations.length, "deviation")} from the plan`;
  return `${counted(steps.completed, "step")} done${skipped}${changed}${deviated}.`;
}
