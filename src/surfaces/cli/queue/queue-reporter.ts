import type { Desk } from "../../../desk/desk.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import { counted } from "../../../plan/quantities.ts";
import { sentence } from "../../../plan/sentence.ts";
import { visible } from "../../../plan/visible.ts";
import { wrap } from "../../../plan/wrap.ts";
import type { RunEnd } from "../../../run/execute.ts";
import type { QueueNews, QueueWork } from "../../../run/process-queue.ts";
import { tryPrint } from "../output.ts";
import type { Session } from "../session.ts";

/** Reports the progress of `queue run`. */
export interface QueueReporter {
  tell(news: QueueNews): void;
  note(id: string, text: string): void;
  end(work: QueueWork): void;
}

export function queueReporter(session: Session, desk: Desk): QueueReporter {
  return session.json ? jsonReporter(desk) : lineReporter(session, desk);
}

/** One JSON document a line: events, and the end. */
function jsonReporter(desk: Desk): QueueReporter {
  const event = (name: string, data: object) =>
    tryPrint(`${JSON.stringify({ event: { name, at: desk.at(), data } })}\n`);
  return {
    tell: ({ type, ...news }) => {
      if ("ended" in news) event("queue.ended", { plan_id: news.id, ...endJson(news.ended) });
      else if ("title" in news) event("queue.started", { plan_id: news.id, title: news.title });
      else event(`queue.${type}`, news);
    },
    note: (plan_id, text) => event("run.note", { plan_id, text }),
    end: ({ ended, left }) => {
      const plans = ended.map((one) => ({ plan_id: one.id, ...endJson(one.ended) }));
      tryPrint(`${JSON.stringify({ end: { plans, left } })}\n`);
    },
  };
}

function endJson(ended: Outcome<RunEnd>): object {
  if (!ended.ok) return { how: "refused", reason: ended.refusal.message };
  const end = ended.value;
  if (end.how === "lost") return { how: end.how, reason: end.refusal.message };
  return { how: end.how, ...("reasons" in end && { reasons: end.reasons }), status: end.plan.status };
}

function lineReporter(session: Session, desk: Desk): QueueReporter {
  const { style, width } = session;
  const atWork = new Set<string>();
  const line = (id: string, words: string) => tryPrint(`${style.cyan(id)}  ${words}\n`);
  desk.listen(({ name, journal, data }) => {
    if (name !== "step.updated" || !atWork.has(journal) || !("step_id" in data) || !("to" in data)) return;
    const { step_id, to } = data as { step_id: string; to: string };
    if (STEP_WORDS[to]) line(journal, `  ${step_id} ${STEP_WORDS[to]}`);
  });
  return {
    tell: (news) => {
      switch (news.type) {
        case "started":
          atWork.add(news.id);
          return line(news.id, `${style.bold("started")}: ${visible(news.title)}`);
        case "ended":
          atWork.delete(news.id);
          return line(news.id, endWords(news.id, news.ended, session));
        case "waiting":
          for (const reason of news.reasons) {
            const lines = wrap(`Waits: ${sentence(visible(reason))}`, width);
            tryPrint(lines.map((one) => `${style.yellow(one)}\n`).join(""));
          }
      }
    },
    note: (id, text) => line(id, `  ${visible(text)}`),
    end: ({ ended, left }) => {
      const done = ended.filter((one) => one.ended.ok && one.ended.value.how === "completed").length;
      const words = ended.length === 0 ? "No plan could run" : `${done} of ${counted(ended.length, "plan")} completed`;
      const waits = left.map(({ id, waits_for }) => {
        const why = waits_for.map((one) => one.words).join("; ");
        return `\n  ${id}${why === "" ? "" : ` waits for ${why}`}`;
      });
      const rest = left.length === 0 ? "; the queue is empty." : `; ${counted(left.length, "plan")} left in the queue:`;
      tryPrint(`${words}${rest}${waits.join("")}\n`);
    },
  };
}

const STEP_WORDS: Record<string, string> = {
  in_progress: "started",
  completed: "completed",
  failed: "failed",
  interrupted: "was interrupted",
  needs_decision: "waits for a decision",
};

function endWords(id: string, ended: Outcome<RunEnd>, { style }: Session): string {
  if (!ended.ok) return `${style.red("did not start")}: ${visible(ended.refusal.message)}`;
  const end = ended.value;
  switch (end.how) {
    case "completed":
      return style.green("completed");
    case "failed":
      return `${style.red("failed")}${"reason" in end.plan ? `: ${sentence(visible(end.plan.reason))}` : "."} countersign show ${id}`;
    case "cancelled":
      return style.red("was cancelled");
    case "left":
      return `${style.yellow("interrupted, and paused")}. countersign run ${id} --resume`;
    case "waiting":
      return `${style.yellow("needs a person")}: ${end.reasons.map((reason) => sentence(visible(reason))).join(" ")} countersign inbox`;
    case "lost":
      return `${style.red("stopped")}: ${visible(end.refusal.message)}`;
  }
}
