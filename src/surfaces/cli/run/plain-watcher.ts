import { openRequests } from "../../../lifecycle/request.ts";
import { defaultTaken, timeOutWords } from "../../../lifecycle/time-out.ts";
import { counted, duration } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import { tryPrint, tryPrintError } from "../output.ts";
import type { Session } from "../session.ts";
import { errorText } from "../text/error-text.ts";
import { type ChangeMessage, changeMessage, questionMessage } from "./change-message.ts";
import { endText } from "./end-text.ts";
import { RunProgress } from "./run-progress.ts";
import { isDecision, type RunQuestion, runQuestions } from "./run-questions.ts";
import type { RunWatcher } from "./run-watcher.ts";

/** How often it is said that a step waits, for example for a provider that asks to slow down. */
const SAYS_EVERY_MS = 30_000;

/** Lines for a pipe, a log, or a terminal in the background. */
export function plainWatcher(session: Session, { sayEvery = SAYS_EVERY_MS, write = tryPrint } = {}): RunWatcher {
  const { style } = session;
  let progress: RunProgress | undefined;
  let said = "";
  const asked = new Set<string>();
  const line = (words: string) => write(`${words}\n`);
  const print = ({ colour, words, more }: ChangeMessage) =>
    line([style[colour](words), ...more.map((one) => `  ${one}`)].join("\n"));
  /** Each request once: one that was open before the run began is printed when the run has to wait for it. */
  const ask = (questions: readonly RunQuestion[]) => {
    for (const question of questions) {
      if (!asked.has(question.id)) print(questionMessage(question));
      asked.add(question.id);
    }
  };
  const sayWaits = () => {
    for (const { id, reason, until } of progress?.stepsThatWait ?? []) {
      const seconds = until === undefined ? 0 : Math.round((Date.parse(until) - Date.now()) / 1000);
      line(style.yellow(`${id} waits: ${reason}${seconds > 0 ? ` (${duration(seconds)} left)` : ""}`));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    begin: (plan) => {
      progress = new RunProgress(plan, performance.now());
      const { title, steps } = plan.proposal.plan;
      line(`${style.cyan(plan.id)}: ${visible(title)} (${counted(steps.length, "step")})`);
      const taken = Object.values(plan.requests).flatMap((request) => defaultTaken(plan, request) ?? []);
      for (const one of taken) line(style.dim(visible(timeOutWords(one))));
    },
    tell: (news) => {
      if (progress === undefined) return;
      if (news.type === "note") line(style.dim(`note: ${visible(news.text, { spelled: true })}`));
      for (const change of progress.apply(news, performance.now())) {
        if (change.type === "asked") asked.add(change.request.id);
        const words = changeMessage(change, progress.plan);
        if (words) print(words);
        if (change.type === "step" && change.to === "needs_decision")
          ask(runQuestions(progress.plan).filter(isDecision));
      }
      if (progress.stepsThatWait.length > 0) timer ??= setInterval(sayWaits, sayEvery).unref();
      if (news.type !== "waiting") return;
      const isAsked = openRequests(progress.plan.requests).length > 0;
      const reasons = isAsked ? "" : news.reasons.join(" ");
      const questions = news.reasons.length > 0 ? runQuestions(progress.plan) : [];
      if (isAsked) ask(questions);
      else if (reasons !== said && reasons !== "") {
        line(style.yellow(`waiting: ${visible(reasons, { spelled: true })}`));
        for (const { command } of questions) line(`  ${visible(command)}`);
      }
      said = reasons;
    },
    leaving: () => line(style.yellow("stopping: interrupting its steps; a second signal stops at once")),
    restoreTerminal: () => {},
    close: async () => clearInterval(timer),
    end: (end) => line(endText(end, session)),
    refused: (error) => tryPrintError(errorText(error)),
  };
}
