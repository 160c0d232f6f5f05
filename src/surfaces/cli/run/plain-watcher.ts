import { openRequests } from "../../../lifecycle/request.ts";
import { counted } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import { tryPrint, tryPrintError } from "../output.ts";
import type { Session } from "../session.ts";
import { errorText } from "../text/error-text.ts";
import { changeMessage } from "./change-message.ts";
import { endText } from "./end-text.ts";
import { RunProgress } from "./run-progress.ts";
import { runQuestions } from "./run-questions.ts";
import type { RunWatcher } from "./run-watcher.ts";

/** Lines for a pipe, a log, or a terminal in the background. */
export function plainWatcher(session: Session): RunWatcher {
  const { style } = session;
  let progress: RunProgress | undefined;
  let said = "";
  const line = (words: string) => tryPrint(`${words}\n`);
  return {
    begin: (plan) => {
      progress = new RunProgress(plan, Date.now());
      const { title, steps } = plan.proposal.plan;
      line(`${style.cyan(plan.id)}: ${visible(title)} (${counted(steps.length, "step")})`);
    },
    tell: (news) => {
      if (progress === undefined) return;
      if (news.type === "note") line(style.dim(`note: ${visible(news.text, { spelled: true })}`));
      for (const change of progress.apply(news, Date.now())) {
        const words = changeMessage(change, progress.plan);
        if (words === undefined) continue;
        line([style[words.colour](words.words), ...words.more.map((more) => `  ${more}`)].join("\n"));
      }
      if (news.type !== "waiting") return;
      // An open request was printed before, with the command that answers it.
      const isAsked = openRequests(progress.plan.requests).length > 0;
      const reasons = isAsked ? "" : news.reasons.join(" ");
      if (reasons !== said && reasons !== "") {
        line(style.yellow(`waiting: ${visible(reasons, { spelled: true })}`));
        for (const { command } of runQuestions(progress.plan)) line(`  ${visible(command)}`);
      }
      said = reasons;
    },
    leaving: () => line(style.yellow("stopping: interrupting its steps; a second signal stops at once")),
    restoreTerminal: () => {},
    close: async () => {},
    end: (end) => line(endText(end, session)),
    refused: (error) => tryPrintError(errorText(error)),
  };
}
