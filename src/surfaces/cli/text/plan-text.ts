import { stripVTControlCharacters } from "node:util";
import { ownProperty } from "../../../lifecycle/own-property.ts";
import type { Run } from "../../../lifecycle/plan-state.ts";
import { shownStatus } from "../../../lifecycle/shown-status.ts";
import { type ShownStatus, STEP_LOOKS } from "../../../lifecycle/step-look.ts";
import { modeTitle } from "../../../plan/mode-look.ts";
import type { Decision, Plan, Step } from "../../../plan/plan.ts";
import { RISK_LOOKS } from "../../../plan/risk-look.ts";
import { visible } from "../../../plan/visible.ts";
import { foldCommand, visibleCommand } from "../../../plan/visible-command.ts";
import { columns, wrap } from "../../../plan/wrap.ts";
import { hostFileWarnings } from "../../../policy/signed-host-file.ts";
import { type Style, TONE_COLOUR } from "../style.ts";

export interface PlanTextOptions {
  style: Style;
  width: number;
  run?: Pick<Run, "steps" | "left_out">;
  selections?: Record<string, string[]>;
  leftOut?: readonly string[];
}

/** All signed fields and no others: a field that is missing here would be signed unseen. */
export function planText(plan: Plan, options: PlanTextOptions): string {
  const page = new Page(options);
  page.facts([
    ["Goal", plan.goal],
    ["Tools", plan.tools_required?.join(", ")],
    ["After plans", plan.depends_on_plans?.join(", ")],
  ]);
  for (const { heading, body } of plan.sections ?? []) if (heading === "") page.section("", () => page.prose(body));
  page.section("Summary", () => page.prose(plan.summary));
  page.section("Steps", () => {
    for (const [index, step] of plan.steps.entries()) writeStep(page, step, index, options);
  });
  page.section("Decisions", () => {
    for (const decision of plan.decisions ?? []) writeDecision(page, decision, options);
  });
  page.section("Questions", () => page.bullets(plan.questions));
  page.section("Assumptions", () => page.bullets(plan.assumptions));
  page.section("Risks", () => page.bullets(plan.risks));
  page.section("Validation", () => page.prose(plan.validation));
  page.section("Tool outputs", () => {
    for (const [name, { tool, operation, data }] of Object.entries(plan.context?.tool_outputs ?? {})) {
      const from = [tool, operation].filter(Boolean).join(" ");
      page.prose(`${name}${from ? ` (${from})` : ""}: ${JSON.stringify(data)}`);
    }
  });
  page.section("Notes", () => page.prose(plan.context?.notes));
  page.section("Artifacts", () =>
    page.bullets(plan.context?.artifacts?.map(({ name, sha256 }) => `${name} sha256:${sha256}`)),
  );
  for (const { heading, body } of plan.sections ?? [])
    if (heading !== "") page.section(heading, () => page.prose(body));
  return page.text();
}

const BOXES: Partial<Record<ShownStatus, string>> = { completed: "x", left_out: "–", rolled_back: "↶" };

function writeStep(page: Page, step: Step, index: number, { style, run, leftOut }: PlanTextOptions): void {
  const shown = leftOut?.includes(step.id) ? "left_out" : run ? shownStatus(run, step.id) : "pending";
  const box = `[${BOXES[shown] ?? " "}]`;
  const status = shown === "pending" ? "" : STEP_LOOKS[shown].word;
  const risk = step.risk ? page.risk(step.risk) : "";
  const marks = [style.cyan(visible(step.id)), risk, style.dim(status)].filter(Boolean).join(style.dim(" · "));
  page.item(`${index + 1}. ${box} `, visible(step.title), `  ${marks}`);
  page.indented(7, () => {
    page.prose(step.description);
    page.facts([
      ["mode", step.mode && modeTitle(step.mode)],
      ["owner", step.owner],
      ["after", step.depends_on?.join(", ")],
      ["waits for", step.decision_id],
      ["tools", step.tools?.join(", ")],
      ["denied tools", step.denied_tools?.join(", ")],
      ["operation", step.operation],
      ["target", step.target],
      ["files", step.files?.join(", ")],
      ["danger", hostFileWarnings(step).join("; ") || undefined],
      ["commits", step.commits ? "yes: it may change the git repository" : undefined],
      ["run", step.run, "command"],
      ["keeps", step.keeps && `${step.keeps}: the process of run, until the run ends`],
      ["verify", step.verify, "command"],
      ["verify minutes", step.verify_minutes],
      ["undo", step.undo, "command"],
      ["model", step.model],
      ["max tokens", step.max_tokens],
      ["max turns", step.max_turns],
      ["extra prompt", step.system_prompt_suffix],
      ["estimate", estimateText(step)],
      ["notes", run?.steps.get(step.id)?.notes],
      ["deviations", run?.steps.get(step.id)?.result?.deviations?.join("; ")],
    ]);
  });
  page.blank();
}

function estimateText({ estimate }: Step): string | undefined {
  if (estimate === undefined) return undefined;
  const { tokens, cost, minutes } = estimate;
  const parts = [
    tokens !== undefined && `${tokens} tokens`,
    cost !== undefined && `$${cost}`,
    minutes !== undefined && `${minutes} min`,
  ];
  return parts.filter(Boolean).join(", ");
}

function writeDecision(page: Page, decision: Decision, { style, selections }: PlanTextOptions): void {
  const chosen = selections && ownProperty(selections, decision.decision_id);
  const many = decision.multi_select ? style.dim(" (choose any)") : "";
  page.item("", `${visible(decision.header)}`, `  ${style.cyan(visible(decision.decision_id))}${many}`);
  page.indented(2, () => {
    page.prose(decision.question);
    for (const { label, description } of decision.options) {
      const mark = chosen?.includes(label) ? "(x)" : "( )";
      const recommended = label === decision.recommended ? " (recommended)" : "";
      page.item(`${mark} `, `${visible(label)}${description ? `: ${visible(description)}` : ""}${recommended}`, "");
    }
    const deadline = decision.deadline_minutes === undefined ? "" : `, after ${minutesText(decision.deadline_minutes)}`;
    page.facts([["default", decision.default && `${decision.default.join(", ")}${deadline}`]]);
    if (decision.default === undefined && deadline !== "") page.facts([["deadline", deadline.slice(2)]]);
  });
  page.blank();
}

function minutesText(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
}

/** Lines of a page: wrapped, indented, with invisible characters spelled out. */
class Page {
  readonly #lines: string[] = [];
  readonly #style: Style;
  readonly #width: number;
  #indent = 0;

  constructor({ style, width }: PlanTextOptions) {
    this.#style = style;
    this.#width = width;
  }

  text(): string {
    while (this.#lines.at(-1) === "") this.#lines.pop();
    return `${this.#lines.join("\n")}\n`;
  }

  /** Writes the heading only if the section has lines. */
  section(heading: string, write: () => void): void {
    const before = this.#lines.length;
    this.indented(heading === "" ? 0 : 2, write);
    if (this.#lines.length === before) return;
    // Further lines of a long heading are indented, so that they do not look like a heading.
    const lines = heading === "" ? [] : wrap(visible(heading), this.#width - 4);
    const title = lines.map((line, index) => `${index === 0 ? "" : "    "}${this.#style.bold(line)}`);
    this.#lines.splice(before, 0, ...(before > 0 && this.#lines[before - 1] !== "" ? [""] : []), ...title);
  }

  indented(by: number, write: () => void): void {
    this.#indent += by;
    write();
    this.#indent -= by;
  }

  blank(): void {
    this.#lines.push("");
  }

  /** A text of the plan's author, wrapped, behind a bar, so that it does not look like a line of ours. */
  prose(text: string | undefined): void {
    if (text === undefined) return;
    const bar = this.#style.dim("│");
    for (const line of text.split("\n")) {
      const lead = /^ {0,12}/.exec(line)?.[0] ?? "";
      for (const part of wrap(visible(line.slice(lead.length)), Math.max(20, this.#room() - lead.length - 2))) {
        this.#put(`${bar} ${lead}${part}`);
      }
    }
  }

  bullets(texts: readonly string[] | undefined): void {
    for (const text of texts ?? []) this.item("- ", visible(text, { multiline: true }), "");
  }

  /** `first` before the first line, the rest under its text; `after` at the end of the last line if it fits. */
  item(first: string, text: string, after: string): void {
    const deeper = " ".repeat(first.length);
    const lines = text.split("\n").flatMap((line) => wrap(line, Math.max(20, this.#room() - first.length)));
    for (const [index, line] of lines.entries()) {
      this.#put(`${index === 0 ? first : deeper}${line}`);
    }
    if (after === "") return;
    const last = this.#lines.pop() ?? "";
    const isRoomLeft = columns(last) + columns(stripVTControlCharacters(after)) <= this.#width;
    this.#lines.push(
      ...(isRoomLeft ? [`${last}${after}`] : [last, `${" ".repeat(this.#indent)}${deeper}${after.trimStart()}`]),
    );
  }

  facts(facts: readonly [string, string | number | undefined, "command"?][]): void {
    const given = facts.filter(([, value]) => value !== undefined && value !== "");
    const widest = Math.max(0, ...given.map(([name]) => name.length));
    for (const [name, value, kind] of given) {
      const label = `${name.padEnd(widest)}  `;
      const [text, room] = [String(value), Math.max(20, this.#room() - label.length)];
      const lines =
        kind === "command"
          ? foldCommand(visibleCommand(text), room)
          : text.split("\n").flatMap((line) => wrap(visible(line), room));
      for (const [index, line] of lines.entries()) {
        this.#put(`${index === 0 ? this.#style.dim(label) : " ".repeat(label.length)}${line}`);
      }
    }
  }

  risk(risk: NonNullable<Step["risk"]>): string {
    const { word, tone } = RISK_LOOKS[risk];
    return this.#style[TONE_COLOUR[tone]](`${word} risk`);
  }

  #room(): number {
    return this.#width - this.#indent;
  }

  #put(line: string): void {
    this.#lines.push(line === "" ? "" : `${" ".repeat(this.#indent)}${line}`.trimEnd());
  }
}
