import type { Planned, Strategy } from "../../../agent/planner/planner.ts";
import type { PlanningNews } from "../../../agent/planner/planning-news.ts";
import { defined } from "../../../plan/defined.ts";
import { visible } from "../../../plan/visible.ts";
import { wrap } from "../../../plan/wrap.ts";
import { callAction } from "../call-action.ts";
import { type Arguments, number, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { isTerminal, tryPrintError } from "../output.ts";
import { planJson } from "../plan-json.ts";
import { readInput } from "../read-input.ts";
import { type Reply, refused, usage } from "../reply.ts";
import type { Session } from "../session.ts";
import { stopSignal } from "../stop-signal.ts";
import { type Style, styleFor } from "../style.ts";

/** Plans a goal without a person; the plan waits in the inbox. Progress goes to standard error. */
export const run: Run = async (session, args) => {
  if (session.env["COUNTERSIGN_AGENT"] !== undefined) return INSIDE_AGENT;
  const asked = readOptions(args);
  if ("ok" in asked) return asked;
  const { strategy, ...options } = asked;
  const goal = goalOf(args);
  if (typeof goal !== "string") return goal;
  const { plannerFor } = await import("../../../agent/planner/strategies.ts");
  const planner = await plannerFor(strategy, { env: session.env, callAction });
  const signal = stopSignal();
  const style = styleFor(isTerminal(2), session.env);
  const outcome = await planner.plan(goal, {
    ...options,
    directory: session.directory,
    signal,
    onProgress: (news) => tryPrintError(`${newsLine(news, strategy, style)}\n`),
  });
  return outcome.ok ? answer(session, strategy, outcome.value) : refused(outcome.refusal);
};

interface Asked {
  strategy: Strategy;
  model?: string;
  seconds?: number;
}

function readOptions(args: Arguments): Asked | Reply {
  const strategy = text(args, "strategy") ?? "explore";
  if (strategy !== "explore" && strategy !== "decompose") return usage("--strategy needs explore or decompose.");
  const seconds = number(args, "timeout");
  const model = text(args, "model");
  return { strategy, ...(model && { model }), ...defined({ seconds }) };
}

function goalOf(args: Arguments): string | Reply {
  const typed = args.words.join(" ").trim();
  if (typed !== "-") return typed === "" ? usage("countersign plan needs a goal.") : typed;
  const input = readInput("-");
  if (!input.ok) return refused(input.refusal);
  const goal = input.value.trim();
  return goal === "" ? usage("Standard input is empty: it needs a goal.") : goal;
}

function answer(session: Session, strategy: Strategy, planned: Planned): Reply {
  const { plan, warnings, model, asked, cost } = planned;
  const { decisions = [], questions = [] } = plan.proposal.plan;
  const isOpen = decisions.length + questions.length + asked.length > 0;
  const json = { plan: planJson(plan), strategy, model, cost, ...(asked.length > 0 && { asked }) };
  return { ok: true, json, text: plannedText(planned, session), warnings, exit: isOpen ? QUESTIONS_OPEN : 0 };
}

/** The plan is proposed and has open decisions or questions. */
const QUESTIONS_OPEN = 3;

function plannedText({ plan, asked }: Planned, { style, width }: Session): string {
  const { title, summary, steps, decisions = [], questions = [] } = plan.proposal.plan;
  const list = (heading: string, items: readonly string[]) =>
    items.length > 0 ? ["", heading, ...items.flatMap((item) => hanging("- ", item, width))] : [];
  return [
    `${style.green("Proposed")} ${style.cyan(plan.id)}, revision ${plan.proposal.revision}: ${style.bold(visible(title))}`,
    ...(summary ? ["", ...hanging("", summary, width)] : []),
    "",
    ...steps.flatMap(({ title, risk }, at) => hanging(`${at + 1}. `, risk ? `${title} (${risk} risk)` : title, width)),
    ...list(
      "Decisions for you:",
      decisions.map(({ question }) => question),
    ),
    ...list("Open questions:", questions),
    ...list("The model also asked, and got no answer:", asked),
    "",
    "It waits for approval:",
    `  countersign show ${plan.id}`,
    `  countersign approve ${plan.id}`,
  ].join("\n");
}

function hanging(mark: string, words: string, width: number): string[] {
  const lines = visible(words, { multiline: true })
    .split("\n")
    .flatMap((line) => wrap(line, width - 2 - mark.length));
  return lines.map((line, at) => `  ${at === 0 ? mark : " ".repeat(mark.length)}${line}`.trimEnd());
}

function newsLine(news: PlanningNews, strategy: Strategy, style: Style): string {
  switch (news.type) {
    case "started":
      return style.bold(`Planning with ${visible(news.model)} (${strategy})${SANDBOXED[`${news.sandboxed}`] ?? ""}`);
    case "called":
      return `  ${style.cyan(visible(news.tool))} ${brief(news.summary, { spelled: true })}`;
    case "refused":
      return `  ${style.red("refused")} ${visible(news.tool)}: ${brief(news.reason)}`;
    case "asked":
      return `  ${style.yellow("asked, without an answer")}: ${brief(news.question)}`;
    case "answered":
      return `  ${style.yellow("answered")}: by ${brief(news.by)}`;
    case "proposed":
      return `  ${style.green("proposed")} ${visible(news.plan_id)}, revision ${news.revision}`;
    case "revising":
      return `  ${style.yellow("revising")} ${visible(news.plan_id)}: ${brief(news.by)} asked for changes`;
    case "not_a_plan":
      return `  ${style.yellow("not a plan yet")}: ${brief(news.reason)}`;
    case "reminded":
      return `  ${style.yellow("no plan yet")}: reminding the model`;
    case "retried":
      return `  ${style.yellow(`retry ${news.attempt}`)}: ${brief(news.reason)}`;
    case "trouble":
      return `  ${style.yellow("warning")}: ${brief(news.reason)}`;
  }
}

const SANDBOXED: Record<string, string> = {
  true: ", read-only, commands in the sandbox",
  false: ", read-only, without a sandbox",
};

/** On one line, with invisible characters spelled out. */
function brief(words: string, options: { spelled?: boolean } = {}): string {
  const line = visible(words.replace(/\s+/g, " ").trim(), options);
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

const INSIDE_AGENT = refused({
  kind: "inside_agent",
  message: "An agent started this shell; an agent plans in its own session and starts no other planner.",
  hint: "Call enter_plan_mode, or write the plan to a file: countersign propose <file>",
});
