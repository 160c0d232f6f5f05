import type { PlanSession } from "../../agent/plan-session.ts";
import { visible } from "../../plan/visible.ts";
import { detectIntent } from "../../policy/intent.ts";
import { personHere } from "./person.ts";
import type { TypedWords } from "./typed-words.ts";

/** "Go ahead", typed while a plan waits: the person's approval of the revision they were shown, if the settings say so. */
export async function hear(session: PlanSession, words: string, typed: TypedWords): Promise<"handled" | undefined> {
  const isTyped = typed.take(words);
  const { agent, context, pi } = session;
  const state = await agent.state();
  if (state.phase !== "gathering" && state.phase !== "submitted") return undefined;
  const found = detectIntent(words);
  if (found.intent !== "EXECUTE_NOW" || !isTyped) return undefined;
  pi.events.emit("countersign:execution_intent_detected", { words: visible(words), phase: state.phase });
  const setting = agent.desk.configuration.config.intent_approval;
  const plan = await agent.plan();
  if (plan?.status === "needs_review") {
    context.ui.notify(`${plan.id} needs you: /plan shows it.`, "info");
    return undefined;
  }
  if (state.phase === "gathering" || plan?.status !== "proposed") {
    context.ui.notify("There is no plan to approve yet. /plan cancel leaves plan mode without one.", "info");
    return undefined;
  }
  const { revision, digest } = plan.proposal;
  if (setting === "off" || !session.hasShown(digest)) {
    context.ui.notify(`Words do not sign ${plan.id} here: /plan shows it.`, "info");
    return undefined;
  }
  if (setting === "confirm") {
    const title = `Approve revision ${revision} of ${plan.id}?`;
    const isMeant = await context.ui.confirm(title, `You wrote: ${visible(words)}`);
    if (!isMeant) return undefined;
  }
  const person = personHere(session);
  if (!person.ok) return undefined;
  const command = { type: "approve", revision, digest, notes: `By their words: ${words}` } as const;
  const sent = await agent.desk.send(plan.id, command, person.value);
  if (!sent.ok) {
    context.ui.notify(visible(sent.refusal.message), "warning");
    return undefined;
  }
  pi.events.emit("countersign:mode_switched_by_intent", { words: visible(words), plan_id: plan.id, revision });
  context.ui.notify(`Understood as your approval of revision ${revision} of ${plan.id}.`, "info");
  return "handled";
}
