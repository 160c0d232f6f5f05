import type { PlanNews } from "../../agent/plan-news.ts";
import type { DeskEvent } from "../../desk/events.ts";
import { visible } from "../../plan/visible.ts";
import { channelOfAgent } from "./agent-session.ts";

/** What a channel is told of besides the cards: they are edited, and nobody's phone rings for that. */
export function noticeOf(
  news: PlanNews,
  agent: string,
  /** Nobody was asked whether it shall plan by itself. */
  isUnasked = false,
): string | undefined {
  switch (news.type) {
    case "entered":
      return news.reason === undefined
        ? `${visible(news.by.name)} started planning: the agent reads, and changes nothing until a plan is signed.`
        : `I'd like to plan this out before proceeding. Reason: ${visible(news.reason, { multiline: true })}${isUnasked ? DECLINE : ""}`;
    case "left":
      return LEFT[news.how]?.(visible(news.by.name));
    case "held":
      return `${news.plan_id} was answered while nobody was here (${news.status.replaceAll("_", " ")}). /plan resume goes on.`;
    case "checking":
      return `A check says first how far step ${news.step_id} of ${news.plan_id} got.`;
    case "checked":
      return `Step ${news.step_id} of ${news.plan_id} is ${news.outcome}. /plan resume goes on.`;
    case "stuck":
      // What was planned in another channel is told there.
      if (channelOfAgent(news.plan.proposal.proposed_by.id) !== undefined) return undefined;
      return `Nobody carries out ${news.plan.id} (${visible(news.plan.proposal.plan.title)}) any more. /plan resume goes on with it.`;
    case "elsewhere":
      return news.words;
    case "trespassed":
      return `A command made what it may not, and it was taken away again: ${news.paths.map((path) => visible(path)).join(", ")}`;
    case "trouble":
      return `Something went wrong: ${visible(news.error instanceof Error ? news.error.message : String(news.error), { multiline: true })}`;
    case "recorded":
      return news.event.journal === agent ? timedOut(news.event.data) : undefined;
    // That a plan stands still is said in reply to its card.
    case "abandoned":
    case "submitted":
    case "review_wanted":
    case "interrupted":
    case "settled":
    case "run":
    case "changed":
    case "refused":
    case "closed":
      return undefined;
  }
}

const DECLINE = "\nWithout a plan: /plan cancel, and say it again.";

const LEFT: Partial<Record<string, (name: string) => string>> = {
  cancelled: (name) => `${name} cancelled planning. The agent is back to normal.`,
  rejected: (name) => `${name} rejected the plan. The agent is back to normal.`,
  handed_off: (name) => `${name} left plan mode; the plan is kept.`,
};

/** Whoever looked at the clock first has ended it, here or in another process. */
function timedOut(data: DeskEvent["data"]): string | undefined {
  if (data.type !== "planning_left" || data.how !== "timed_out") return undefined;
  return "Planning has ended by itself: nobody answered, or nothing happened, for too long. The agent still only reads. /plan start plans anew, /plan cancel sets it free.";
}
