import type { CallRefused, Notice, RunFailed, RunSummary, StepUpdated } from "../../../agent/card-details.ts";
import { doneWords } from "../../../lifecycle/counts-words.ts";
import { UNKNOWN_TIME } from "../../../lifecycle/run-seconds.ts";
import { STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import type { StepStatus } from "../../../lifecycle/step-state.ts";
import { counted, money, roughDuration, tokens as tokensText } from "../../../plan/quantities.ts";
import { oneLine } from "../lines.ts";
import { TONE_COLOUR } from "../paint.ts";
import { visibleCommand } from "../visible-in-terminal.ts";
import { type CardContent, type CardLine, detail, fact, quote } from "./card-line.ts";

export function stepCard({ title, position, of, mode, status, seconds, notes, deviations }: StepUpdated): CardContent {
  const { mark, tone, word } = STEP_LOOKS[status];
  const colour = TONE_COLOUR[tone];
  const said = status === "in_progress" ? "started" : word;
  const time = seconds === undefined || !RAN.includes(status) ? "" : ` after ${roughDuration(seconds)}`;
  return {
    mark,
    tone: colour,
    title: `Step ${position} of ${of} ${said}${time}: ${oneLine(title)}${mode ? ` (${oneLine(mode)})` : ""}`,
    body: [...quote(notes), ...deviationLines(deviations)],
  };
}

function deviationLines(deviations: readonly string[] = []): CardLine[] {
  return deviations.map((what) => fact(`! Deviated from the plan: ${oneLine(what)}`, "warning"));
}

const RAN: readonly StepStatus[] = ["completed", "failed", "interrupted"];

export function failureCard({ plan_id, title, step, reason, deviations, report, remedies }: RunFailed): CardContent {
  const what = step === undefined ? oneLine(plan_id) : `Step ${oneLine(step.id)}`;
  return {
    mark: "✗",
    tone: "error",
    title: `${what} failed: ${oneLine(step?.title ?? title)}`,
    body: [
      ...(report === undefined ? quote(reason) : reportLines(report)),
      ...deviationLines(deviations),
      ...(step === undefined ? [] : [fact(`In ${oneLine(plan_id)}: ${oneLine(title)}`)]),
      ...remedies.map(
        ({ command, does }): CardLine => ({ kind: "command", command: oneLine(command), does: oneLine(does) }),
      ),
    ],
    banner: true,
  };
}

/** Made visible already, and laid out. Its first line is the card's title. */
function reportLines(report: string): CardLine[] {
  return report
    .split("\n")
    .slice(1)
    .map((text) => fact(text));
}

export function noticeCard({ text, command }: Notice): CardContent {
  const way: CardLine[] = command
    ? [{ kind: "command", command: oneLine(command.command), does: oneLine(command.does) }]
    : [];
  return { mark: "·", tone: "muted", title: oneLine(text), body: way };
}

/** Refused calls of one batch are shown below all of them: the reason says which call it is. */
export function refusedCard({ tool, summary, reason, hint, ran }: CallRefused): CardContent {
  return {
    mark: ran === undefined ? "⊘" : "!",
    tone: "warning",
    title: `${oneLine(tool)} ${ran === undefined ? "was refused" : `ran (level ${oneLine(ran)})`}: ${oneLine(reason)}`,
    body: [...quote(summary), ...(hint === undefined ? [] : [fact(oneLine(hint), "muted")])],
    brief: true,
  };
}

export function summaryCard(card: RunSummary): CardContent {
  const { plan_id, title, how, steps, seconds, tokens, cost, files, deviations, drift = [], verified, summary } = card;
  const { mark, tone, word } = HOW[how];
  const amounts = [
    seconds === undefined ? UNKNOWN_TIME : roughDuration(seconds),
    ...(tokens === undefined ? [] : [`${tokensText(tokens)} tokens`]),
    ...(cost === undefined ? [] : [money(cost)]),
  ];
  return {
    mark,
    tone,
    title: `${oneLine(plan_id)} ${word}: ${oneLine(title)}`,
    body: [
      fact(`${stepsText(steps)} · ${amounts.join(" · ")}`),
      ...quote(summary),
      ...filesOf(files),
      ...deviationLines(deviations),
      ...drift.map((what) => fact(`! ${oneLine(what)}`, "warning")),
      ...verifiedOf(verified),
    ],
  };
}

const HOW = {
  completed: { mark: "✓", tone: "success", word: "is completed" },
  failed: { mark: "✗", tone: "error", word: "failed" },
  cancelled: { mark: "–", tone: "warning", word: "was cancelled" },
} as const;

function stepsText({ completed, failed, skipped, left }: RunSummary["steps"]): string {
  const done = doneWords({ done: completed + skipped, total: completed + failed + skipped + left });
  const others = [...(failed > 0 ? [`${failed} failed`] : []), ...(left > 0 ? [`${left} not done`] : [])];
  return [`${done}${skipped > 0 ? ` (${skipped} skipped)` : ""}`, ...others].join(", ");
}

function filesOf(files: readonly string[] | undefined): CardLine[] {
  if (files === undefined) return [];
  if (files.length === 0)
    return [fact("No project file changed. Paths outside the project were not compared.", "muted")];
  return [fact(`${counted(files.length, "file")} changed`), ...files.map((file) => detail(oneLine(file)))];
}

/** Only checks that the host ran count as verified. */
function verifiedOf(verified: RunSummary["verified"]): CardLine[] {
  if (verified.length === 0) return [fact("No check ran: nothing is verified.", "warning")];
  const failed = verified.filter(({ passed }) => !passed);
  return [
    fact(
      failed.length === 0
        ? `${counted(verified.length, "check")} passed`
        : `${failed.length} of ${counted(verified.length, "check")} failed`,
      failed.length === 0 ? "success" : "error",
    ),
    ...verified.map(({ step, command, passed }): CardLine => {
      const text = `${passed ? "✓" : "✗"} ${oneLine(step)}: ${visibleCommand(command, { inline: true })}`;
      return { kind: "exact", text, isDetail: true };
    }),
  ];
}
