import type { PlanNews } from "../../agent/plan-news.ts";
import { unsubmittedWords } from "../../agent/unsubmitted-words.ts";
import { timeOutWords } from "../../lifecycle/time-out.ts";
import { visible } from "../../plan/visible.ts";
import { restraintWords } from "../../policy/level-words.ts";
import { channelOfAgent } from "./agent-session.ts";

/** The notice to a channel about an event, because an edit of a card sends no notification. */
export function noticeOf(
  news: PlanNews,
  /** The agent starts planning without asking. */
  isUnasked = false,
): string | undefined {
  switch (news.type) {
    case "entered":
      return news.reason === undefined
        ? `${visible(news.by.name)} started planning: until a plan is approved the agent is ${restraintWords(news.level)}.`
        : `I'd like to plan this out before proceeding. Reason: ${visible(news.reason, { multiline: true })}${isUnasked ? DECLINE : ""}`;
    case "left":
      return LEFT[news.how]?.(visible(news.by.name));
    case "held":
      return `${news.plan_id} was answered while the bot was offline (${news.status.replaceAll("_", " ")}). Nothing has started: /plan resume.`;
    case "checking":
      return `Checking how far step ${news.step_id} of ${news.plan_id} got.`;
    case "checked":
      return `Step ${news.step_id} of ${news.plan_id} is ${news.outcome}. /plan resume continues the plan.`;
    case "unfinished":
      // The plan's own channel gets this notice.
      if (channelOfAgent(news.plan.proposal.proposed_by.id) !== undefined) return undefined;
      return `${news.plan.id} (${visible(news.plan.proposal.plan.title)}) is unfinished, and no process runs it. /plan resume plan:${news.plan.id} continues it.`;
    case "deviated": {
      const lines = news.deviations.map((what) => `• ${visible(what)}`);
      return [`⚠️ Step ${news.step_id} of ${news.plan_id} deviated from the plan:`, ...lines].join("\n");
    }
    case "elsewhere":
      return news.words;
    case "trespassed":
      return `Removed protected paths that a command created: ${news.paths.map((path) => visible(path)).join(", ")}`;
    case "trouble":
      return `An error occurred: ${visible(news.error instanceof Error ? news.error.message : String(news.error), { multiline: true })}`;
    case "unsubmitted":
      return unsubmittedWords(news);
    case "timed_out": {
      const words = visible(timeOutWords(news.what));
      if (news.endsPlanning) return `${words} ${READ_ONLY}`;
      // A reply to the plan's card announces it.
      return news.what.of === "plan" ? undefined : words;
    }
    case "recorded":
    // A reply to the plan's card announces these.
    case "abandoned":
    case "submitted":
    case "review_wanted":
    case "interrupted":
    case "settled":
    case "run":
    case "changed":
    case "refused":
    case "let_through":
    case "closed":
      return undefined;
  }
}

const READ_ONLY = "The agent stays read-only. /plan start plans again, /plan cancel lifts the restriction.";

const DECLINE = "\nTo work without a plan: /plan cancel, then send your message again.";

const LEFT: Partial<Record<string, (name: string) => string>> = {
  cancelled: (name) => `${name} cancelled planning. The agent is back to normal.`,
  rejected: (name) => `${name} rejected the plan. The agent is back to normal.`,
  handed_off: (name) => `${name} left plan mode; the plan is kept.`,
};
