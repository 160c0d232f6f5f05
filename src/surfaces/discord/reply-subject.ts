import type { RequestId } from "../../lifecycle/request.ts";
import type { PlanId } from "../../plan/plan.ts";
import { isOfRequest } from "./cards/custom-id.ts";
import type { ChannelAgent } from "./channel-agent.ts";
import { planAsShown } from "./interactions/plan-at.ts";
import type { RepliedCard } from "./replied-card.ts";

/** What a reply to a card is about. */
export type ReplySubject =
  | { on: "plan"; id: string }
  | { on: "request"; id: RequestId }
  /** The card shows an older text of this plan: a reply to it has no effect. */
  | { on: "old"; id: PlanId }
  /** Of nothing that is still known. */
  | { on: "nothing" };

/** A copy of a card counts as the card does, as long as it shows what is; a button on it says which text that is. */
export async function replySubject(
  agent: Pick<ChannelAgent, "cards" | "session">,
  card: RepliedCard,
): Promise<ReplySubject> {
  switch (card.is) {
    case "pointer":
      return { on: "old", id: card.plan };
    case "card": {
      const at = card.subject.indexOf(":");
      const on = card.subject.slice(0, at) === "plan" ? "plan" : "request";
      return { on, id: card.subject.slice(at + 1) };
    }
    case "copy": {
      const { of } = card;
      if (of.on === "request") {
        const request = await agent.cards.findRequest((id) => isOfRequest(of.request, id), of.request);
        return request ? { on: "request", id: request.id } : { on: "nothing" };
      }
      const shown = await planAsShown(agent, of);
      if (shown.ok) return { on: "plan", id: of.id };
      return shown.refusal.kind === "stale_revision" ? { on: "old", id: of.id } : { on: "nothing" };
    }
  }
}
