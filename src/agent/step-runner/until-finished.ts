import type { AgentSession } from "@earendil-works/pi-coding-agent";
import { visible } from "../../plan/visible.ts";
import type { StepAttempt } from "./step-attempt.ts";
import { REMINDER } from "./step-prompt.ts";

const REMINDERS = 2;

/** Talks to the agent until it has reported on its step, or something else ended it. */
export async function untilFinished(session: AgentSession, first: string, attempt: StepAttempt): Promise<void> {
  for (let reminders = 0, said = first; !attempt.isOver; reminders++, said = REMINDER) {
    try {
      await session.prompt(said, { expandPromptTemplates: false });
      await session.waitForIdle();
    } catch (error) {
      attempt.fail(failureOf(session, error instanceof Error ? error.message : String(error)));
    }
    if (attempt.isOver) return;
    const last = session.messages.findLast((message) => message.role === "assistant");
    const output = session.getLastAssistantText()?.trim() ?? "";
    if (last?.stopReason === "error" || last?.stopReason === "aborted") {
      return attempt.fail(failureOf(session, last.errorMessage ?? "it does not say why"));
    }
    if (reminders >= REMINDERS) {
      return attempt.end({
        status: "failed",
        output,
        error: "The agent stopped without a report on its step.",
      });
    }
    attempt.tell({ type: "activity", text: "It stopped without a result, and is reminded" });
  }
}

function failureOf({ model }: AgentSession, why: string): string {
  const name = model === undefined ? "The model" : `${model.provider}/${model.id}`;
  return `${name} failed: ${visible(why.slice(0, 1_000), { multiline: true })}`;
}
