import { planInSession } from "../../../agent/acting-from.ts";
import type { Approved } from "../../../agent/approve-plan.ts";
import { no, type Outcome } from "../../../desk/outcome.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { ShownText } from "../cards/custom-id.ts";
import { shownText } from "../cards/plan-facts.ts";
import type { ChannelAgent } from "../channel-agent.ts";

/** The plan that was named, or the agent's own: the one it is at, or was at last. */
export function planAt({ session }: Pick<ChannelAgent, "session">, id: string | null): Promise<Outcome<LivePlan>> {
  return planInSession(session, id ?? undefined);
}

/** The plan, if its text is still the one that the card showed: a click is about no other text. */
export async function planAsShown(agent: Pick<ChannelAgent, "session">, shown: ShownText): Promise<Outcome<LivePlan>> {
  const plan = await planAt(agent, shown.id);
  if (!plan.ok) return plan;
  const { revision, digest } = shownText(plan.value);
  if (revision === shown.revision && digest === shown.digest) return plan;
  const what = revision === shown.revision ? "the text was edited since" : `revision ${revision} is the newest one now`;
  return no("stale_revision", `This card shows an older text of ${shown.id}: ${what}.`, {
    hint: "Nothing was done. Look at the newest card.",
  });
}

/** Names the person who answered the review first, if that is why it was refused. */
export async function whoWasFirst(agent: ChannelAgent, { id }: ShownText, refused: Refused): Promise<Refused> {
  if (refused.refusal.kind !== "wrong_state") return refused;
  const plan = await planAt(agent, id);
  const reviews = plan.ok ? Object.values(plan.value.requests).filter(({ kind }) => kind === "review") : [];
  const closing = reviews.at(-1)?.closing;
  if (closing?.how !== "answered" || closing.answer.kind !== "review") return refused;
  return no("wrong_state", `${closing.by.name} ${FIRST[closing.answer.verdict]} already.`, {
    hint: "The first answer counts. Nothing was done.",
  });
}

type Refused = Extract<Outcome<never>, { ok: false }>;

const FIRST = {
  approved: "has approved it",
  changes_requested: "has asked for changes",
  rejected: "has rejected it",
} as const;

export function signedWords({ id, revision }: Pick<ShownText, "id" | "revision">, approved: Approved): string {
  return `You signed revision ${revision} of ${id}.${NEXT[approved]}`;
}

const NEXT: Record<Approved, string> = {
  waits_for_others: " More signatures are needed.",
  begins: "",
  later: " Start, on its card, begins it.",
};
