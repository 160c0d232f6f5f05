import { openRequests } from "../../../lifecycle/request.ts";
import { counted } from "../../../plan/quantities.ts";
import { visible } from "../../../plan/visible.ts";
import { mutter, narrate } from "../output.ts";
import type { Session } from "../session.ts";
import { errorText } from "../text/error-text.ts";
import { changeWords } from "./change-words.ts";
import { endText } from "./end-text.ts";
import { RunPicture } from "./run-picture.ts";
import { runQuestions } from "./run-questions.ts";
import type { RunWatcher } from "./run-watcher.ts";

/** Lines for a pipe, a log, or a terminal in the background. */
export function plainWatcher(session: Session): RunWatcher {
  const { style } = session;
  let picture: RunPicture | undefined;
  let said = "";
  const line = (words: string) => narrate(`${words}\n`);
  return {
    begin: (plan) => {
      picture = new RunPicture(plan, Date.now());
      const { title, steps } = plan.proposal.plan;
      line(`${style.cyan(plan.id)}: ${visible(title)} (${counted(steps.length, "step")})`);
    },
    tell: (news) => {
      if (picture === undefined) return;
      if (news.type === "note") line(style.dim(`note: ${visible(news.text, { spelled: true })}`));
      for (const change of picture.hear(news, Date.now())) {
        const words = changeWords(change, picture.plan);
        if (words === undefined) continue;
        line([style[words.colour](words.words), ...words.more.map((more) => `  ${more}`)].join("\n"));
      }
      if (news.type !== "waiting") return;
      // An open request was printed before, with the command that answers it.
      const isAsked = openRequests(picture.plan.requests).length > 0;
      const reasons = isAsked ? "" : news.reasons.join(" ");
      if (reasons !== said && reasons !== "") {
        line(style.yellow(`waiting: ${visible(reasons, { spelled: true })}`));
        for (const { command } of runQuestions(picture.plan)) line(`  ${visible(command)}`);
      }
      said = reasons;
    },
    leaving: () => line(style.yellow("stopping: interrupting its steps; a second signal stops at once")),
    letGo: () => {},
    close: async () => {},
    end: (end) => line(endText(end, session)),
    refused: (error) => mutter(errorText(error)),
  };
}
