import type { PlanNews } from "../../agent/plan-news.ts";
import { unsubmittedWords } from "../../agent/unsubmitted-words.ts";
import { timeOutWords } from "../../lifecycle/time-out.ts";
import { visible } from "../../plan/visible.ts";
import type { RunNews } from "../../run/run-news.ts";
import { interruptedWords } from "./dialogs/interrupted-dialog.ts";
import { unfinishedWords } from "./unfinished-words.ts";

export interface Notice {
  text: string;
  level: "info" | "warning" | "error";
}

function runNotice(news: RunNews): Notice | undefined {
  if (news.type === "note") return { text: visible(news.text), level: "info" };
  if (news.type !== "progress" || news.progress.type !== "warning") return undefined;
  return { text: `Step ${visible(news.step_id)}: ${visible(news.progress.text)}`, level: "warning" };
}

const READ_ONLY = "The agent stays read-only. /plan <goal> plans again, /plan cancel lifts the restriction.";

/** The notification for news; most news are drawn instead. */
export function noticeOf(news: PlanNews): Notice | undefined {
  switch (news.type) {
    case "trouble": {
      const { error } = news;
      return {
        text: `Countersign: ${visible(error instanceof Error ? error.message : String(error))}`,
        level: "error",
      };
    }
    case "trespassed": {
      const paths = news.paths.map((path) => visible(path)).join(", ");
      return { text: `Removed protected paths that a command created: ${paths}`, level: "warning" };
    }
    case "held": {
      const what = news.status === "approved" ? "was approved" : "was sent back with changes requested";
      return { text: `${news.plan_id} ${what}. Nothing has started: /plan resume.`, level: "info" };
    }
    case "checking": {
      const stops = "Nothing changes until then; /plan pause --now stops the check.";
      const text = `Checking how far step ${visible(news.step_id)} got. ${stops}`;
      return { text, level: "info" };
    }
    case "checked": {
      const isDone = news.outcome === "completed";
      const how = isDone ? "is done: its check passes" : "was interrupted: its check does not pass";
      return { text: `Step ${visible(news.step_id)} ${how}. /plan resume continues.`, level: "info" };
    }
    case "elsewhere":
      return { text: `${visible(news.words)} Here the agent is read-only.`, level: "warning" };
    case "interrupted":
      return { text: interruptedWords(news.planning), level: "info" };
    case "abandoned":
      return { text: `${unfinishedWords(news.plan)}: /plan resume, /plan fail or /plan cancel.`, level: "warning" };
    case "unfinished": {
      const text = `${unfinishedWords(news.plan)}: /plan resume ${news.plan.id}, or /plans for more.`;
      return { text, level: "warning" };
    }
    case "unsubmitted":
      return { text: unsubmittedWords(news), level: "warning" };
    case "run":
      return runNotice(news.news);
    case "timed_out": {
      const words = visible(timeOutWords(news.what));
      if (news.endsPlanning) return { text: `${words} ${READ_ONLY}`, level: "warning" };
      // The session has said it of its plan, to the model as well.
      return news.what.of === "plan" ? undefined : { text: words, level: "info" };
    }
    case "recorded": {
      const { journal, data } = news.event;
      if (data.type !== "approval_voided") return undefined;
      return { text: `The text of ${journal} changed: its approval no longer counts.`, level: "warning" };
    }
    // The card of the step, or of the failure, tells it.
    case "deviated":
    case "entered":
    case "left":
    case "submitted":
    case "review_wanted":
    case "settled":
    case "changed":
    case "refused":
    case "let_through":
    case "closed":
      return undefined;
  }
}
