import type { Approvers } from "../../../lifecycle/approvers.ts";
import { commentPlace } from "../../../lifecycle/comment-words.ts";
import { leftOutOf } from "../../../lifecycle/left-out.ts";
import { modelsOfPlan } from "../../../lifecycle/model-of-step.ts";
import type { LivePlan, Review, Signature } from "../../../lifecycle/plan-state.ts";
import { openRequests } from "../../../lifecycle/request.ts";
import { counted } from "../../../plan/quantities.ts";
import { code, inline, mention, moment, quoted } from "./discord-text.ts";
import type { PlanFacts } from "./plan-facts.ts";

/** Who signed which revision, with what choices, and how many signatures are missing. */
export function signatureLines({ plan: state, approvers }: PlanFacts): string[] {
  const lines: string[] = [];
  if (state.voided) {
    const { revision, signatures } = state.voided;
    lines.push(`↩️ The text changed, which voids what ${names(signatures)} signed (revision ${revision}).`);
  }
  if ("signatures" in state) {
    const missing = Math.max(0, approvers.quorum - state.signatures.length);
    const { revision } = state.proposal;
    if (state.signatures.length > 0) {
      lines.push(`✍️ Revision ${revision} signed by ${names(state.signatures)}; ${missing} more needed.`);
      lines.push(...leftOutLines(state));
    } else lines.push(...wantedLines(approvers, state.requester.name));
    lines.push(...modelLines(state));
    if (approvers.exclude_requester) lines.push("👥 Neither its requester nor its author may sign.");
  }
  if ("approval" in state && state.approval) {
    const { signed, signatures } = state.approval;
    const when = moment(signatures.at(-1)?.at);
    lines.push(`✍️ Revision ${signed.revision} signed by ${names(signatures)}${when ? ` ${when}` : ""}.`);
    for (const { by, notes } of signatures) {
      if (notes) lines.push(`💬 ${inline(by.name, 40)}: ${inline(notes, 200)}`);
    }
    lines.push(...leftOutLines(state), ...modelLines(state));
  }
  return lines;
}

/** The required signatures: how many, and whose. */
function wantedLines({ from, quorum }: Approvers, requester: string): string[] {
  const whose = from === "requester" ? inline(requester, 40) : from === "anyone" ? "" : oneOf(from.map(mention));
  if (quorum > 1) return [`✍️ Needs ${quorum} signatures${whose && ` from ${whose}`}.`];
  return whose === "" ? [] : [`✍️ Needs a signature from ${whose}.`];
}

function oneOf(all: readonly string[]): string {
  const shown = all.slice(0, 4);
  const last = all.length > shown.length ? `${all.length - shown.length} more` : (shown.pop() ?? "");
  return shown.length > 0 ? `${shown.join(", ")} or ${last}` : last;
}

/** A person's review of the last text, with the comments on its steps. */
export function feedbackLines(review: Review, room: number): string[] {
  const { by, revision, feedback, comments = {}, quotes = [], verdict } = review;
  const said = { changes_requested: "requested changes to", rejected: "rejected", withdrawn: "withdrew" }[verdict];
  const lines = [`💬 ${inline(by.name, 60)} ${said} revision ${revision}${feedback.trim() === "" ? "." : ":"}`];
  if (feedback.trim() !== "") lines.push(quoted(feedback, Math.floor(room / 2), 6));
  for (const [step, words] of Object.entries(comments)) lines.push(`• ${code(step, 70)}: ${inline(words, 150)}`);
  for (const comment of quotes) {
    lines.push(`• ${code(commentPlace(comment), 70)} “${inline(comment.quote, 60)}”: ${inline(comment.text, 150)}`);
  }
  return lines;
}

/** When the review expires, or that it has expired. */
export function deadlineLines(state: LivePlan): string[] {
  const review = openRequests(state.requests).find(({ kind }) => kind === "review");
  const when = moment(review?.expires_at);
  if (when) return [`⏳ Without an answer, planning ends ${when}; the plan can still be approved then.`];
  const isReviewed = state.status === "proposed" || state.status === "needs_review";
  const last = Object.values(state.requests).findLast(({ kind }) => kind === "review");
  return isReviewed && last?.closing?.how === "expired"
    ? ["⌛ Planning timed out. The plan can still be approved."]
    : [];
}

export function names(signatures: readonly Signature[]): string {
  const [first, second, third, ...more] = signatures.map(({ by }) => inline(by.name, 40));
  const shown = [first, second, third].filter((name) => name !== undefined).join(", ");
  return more.length > 0 ? `${shown} and ${counted(more.length, "other")}` : shown;
}

function leftOutLines(state: LivePlan): string[] {
  const leftOut = leftOutOf(state);
  const shown = leftOut.slice(0, 5).map((id) => code(id, 40));
  const more = leftOut.length > shown.length ? ` and ${leftOut.length - shown.length} more` : "";
  return leftOut.length > 0 ? [`➖ Left out: ${shown.join(", ")}${more}.`] : [];
}

/** The model that a person or the plan names for its steps. */
function modelLines(state: LivePlan): string[] {
  const model = modelsOfPlan(state)({});
  return model === undefined ? [] : [`🤖 Runs with ${code(model, 80)}.`];
}
