import type { DeskEvent } from "../../../desk/events.ts";
import { requestQuestion } from "../../../lifecycle/request-question.ts";
import { isPlanId, type PlanId } from "../../../plan/plan.ts";
import type { RunNews } from "../../../run/run-news.ts";
import type { LiveEvent } from "../api/live.ts";

/** A record, as the stream tells it. */
export function eventsOfRecord(project: string, record: readonly DeskEvent[]): LiveEvent[] {
  const [first] = record;
  if (first === undefined) return [];
  const { journal: id, version } = first;
  const actions = [...new Set(record.map(({ data }) => data.type))];
  const of: LiveEvent = isPlanId(id) ? { type: "plan", project, id, version, actions } : { type: "agent", project, id };
  return [of, ...new Map(record.flatMap(({ data }) => requestIn(project, data)).map((one) => [one.id, one])).values()];
}

type RequestNews = Extract<LiveEvent, { type: "request" }>;

function requestIn(project: string, data: DeskEvent["data"]): RequestNews[] {
  switch (data.type) {
    case "request_opened": {
      const { id, kind } = data.request;
      return [{ type: "request", project, id, how: "opened", kind, words: requestQuestion(data.request) }];
    }
    case "request_answered":
      return [{ type: "request", project, id: data.request_id, how: "closed", kind: data.answer.kind }];
    case "request_closed":
      return [{ type: "request", project, id: data.request_id, how: "closed" }];
    default:
      return [];
  }
}

/** What a step does now; undefined for news that are no progress. */
export function progressOf(project: string, id: PlanId, news: RunNews): LiveEvent | undefined {
  if (news.type !== "progress") return undefined;
  const { step_id: step, progress } = news;
  const of = { type: "progress", project, id, step } as const;
  switch (progress.type) {
    case "activity":
      return { ...of, activity: progress.text };
    case "tool":
      return { ...of, activity: `${progress.tool} ${progress.summary}`.trim() };
    case "waiting":
      return { ...of, activity: `waits: ${progress.reason}` };
    case "output":
      return { ...of, output: progress.text };
    case "usage": {
      const { prompt_tokens, completion_tokens, cost, tool_calls } = progress.stats;
      return { ...of, tokens: prompt_tokens + completion_tokens, cost, calls: tool_calls };
    }
    case "warning":
      return undefined;
  }
}
