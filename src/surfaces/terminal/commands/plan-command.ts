import type { ExtensionAPI, ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import { interruptedPlanning } from "../../../agent/interrupted.ts";
import { PersonCommands } from "../../../agent/person-commands.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { bindingPlan } from "../../../lifecycle/plan-state.ts";
import { examine } from "../../../plan/graph.ts";
import { visible } from "../../../plan/visible.ts";
import { interruptedChoices, interruptedWords } from "../interrupted-words.ts";
import { openReview } from "../open-review.ts";
import { personHere } from "../person.ts";
import type { TerminalView } from "../terminal-view.ts";
import { type KnownNames, readPlanWords, SUB_COMMANDS, type SubCommand } from "./plan-words.ts";
import { statusText } from "./status-text.ts";

/** `/plan …`, typed by a person. */
export async function planCommand(
  pi: ExtensionAPI,
  session: PlanSession,
  view: TerminalView,
  text: string,
  context: ExtensionCommandContext,
  isTyped: boolean,
): Promise<void> {
  const words = readPlanWords(text, await knownNames(session));
  if (isTyped) session.personSpeaks();
  if (words.kind === "command" && LOOSENS.has(words.name) && !isTyped && !(await isMeant(words.name, context))) return;
  if (words.kind === "command") return told(context, await subCommand(session, view, words.name, words.args));
  const { phase } = await session.agent.state();
  if (phase !== "inactive") {
    // Starting twice shows where it stands. What was typed is not lost.
    if (words.kind === "goal") context.ui.setEditorText(words.goal);
    if (words.kind === "bare" && (await view.attend({ again: true }))) return;
    return told(context, yes(await statusText(session)));
  }
  if (words.kind === "bare" && (await takeUpInterrupted(pi, session, context))) return;
  const goal = words.kind === "goal" ? words.goal : await context.ui.input("What is to be planned?");
  const person = personHere(session);
  if (!person.ok) return told(context, person);
  if (!goal && words.kind === "bare" && context.hasUI) return;
  const entered = await session.enter(person.value, goal ? { task: goal } : {});
  if (!entered.ok) return told(context, entered);
  if (goal) await sayAndWait(pi, goal);
}

/** Planning whose session is gone can be gone on with here. Whether that was chosen, or it was ended. */
async function takeUpInterrupted(
  pi: ExtensionAPI,
  session: PlanSession,
  context: ExtensionCommandContext,
): Promise<boolean> {
  const lost = context.hasUI ? await interruptedPlanning(session) : [];
  const person = personHere(session);
  if (lost.length === 0 || !person.ok) return false;
  const commands = new PersonCommands(session, person.value);
  const choices = interruptedChoices(lost);
  const chosen = await context.ui.select(interruptedWords(lost), [...choices.keys()]);
  if (chosen === undefined) return true;
  const choice = choices.get(chosen);
  if (choice === undefined) return false;
  if (choice.end) {
    told(context, await commands.forget(choice.planning));
    return true;
  }
  const taken = await commands.takeUp(choice.planning);
  if (!taken.ok) told(context, taken);
  else if (taken.value !== undefined) await sayAndWait(pi, taken.value);
  return true;
}

/** What gives an agent more than it has. Other extensions can send commands, and pi does not say who did. */
const LOOSENS: ReadonlySet<SubCommand> = new Set([
  "cancel",
  "handoff",
  "resume",
  "retry",
  "skip",
  "decide",
  "run",
  "auto",
]);

/** Where nobody can be asked, it is not. */
function isMeant(name: SubCommand, { ui }: ExtensionCommandContext): Promise<boolean> {
  return ui.confirm(`/plan ${name}?`, "This did not come from the keyboard. Is it meant?");
}

/** What is sent from a command is sent only; in print mode the process would end meanwhile. */
async function sayAndWait(pi: ExtensionAPI, words: string): Promise<void> {
  const settled = new Promise<void>((resolve) => {
    const off = pi.on("agent_settled", () => {
      off();
      resolve();
    });
  });
  pi.sendUserMessage(words);
  await settled;
}

async function subCommand(
  session: PlanSession,
  view: TerminalView,
  name: SubCommand,
  args: string[],
): Promise<Outcome<string>> {
  const person = personHere(session);
  if (!person.ok) return person;
  const commands = new PersonCommands(session, person.value);
  const [first = "", ...rest] = args;
  switch (name) {
    case "status":
      return yes(await statusText(session));
    case "help":
      return yes(helpText());
    case "fold":
      view.fold();
      return yes("");
    case "review":
      return review(session, view, first);
    case "run": {
      const id = first || (await session.lastPlan())?.id;
      return id
        ? commands.carryOut(id)
        : no("not_found", "Which plan?", { hint: "/plan run <plan>; /plans lists them." });
    }
    case "pause":
      if (first === "--now") session.context.abort();
      return commands.pause();
    case "resume":
      return commands.resume();
    case "retry":
      return commands.retry(first || undefined);
    case "skip":
      return first
        ? commands.skip(first, rest.join(" "))
        : no("reason_missing", "Which step, and why?", { hint: "/plan skip <step> <reason>" });
    case "decide":
      return first && rest.length > 0
        ? commands.decide(
            first,
            rest
              .join(" ")
              .split(",")
              .map((choice) => choice.trim()),
          )
        : decideByDialog(view);
    case "cancel":
      return commands.cancel();
    case "handoff":
      return commands.handOff();
    case "auto":
      if (first === "") return yes(`auto is ${session.isAuto ? "on" : "off"}.`);
      session.isAuto = first === "on";
      return yes(
        session.isAuto ? "A plan starts as soon as it is approved." : "An approved plan waits for /plan resume.",
      );
    case "simulate":
      return simulate(session, first);
    case "diff":
      return diff(session, first);
    case "rollback":
      return no("wrong_state", "Nothing keeps what a run in the session changed yet.", {
        hint: "In a git repository, git diff shows it and git restore takes it back.",
      });
  }
}

async function decideByDialog(view: TerminalView): Promise<Outcome<string>> {
  const shown = await view.attend({ again: true });
  return shown ? yes("") : no("not_found", "No decision waits.", { hint: "/plan decide <decision> <choice[,choice]>" });
}

async function review(session: PlanSession, view: TerminalView, id: string): Promise<Outcome<string>> {
  if (id === "") {
    const shown = await view.attend({ again: true });
    return shown ? yes("") : no("not_found", "Nothing waits for a review here.", { hint: "/plans lists all plans." });
  }
  const found = await session.agent.desk.plan(id);
  if (!found.ok) return found;
  if (found.value.kind !== "standing") return no("unreadable", `${id} cannot be reviewed: it is ${found.value.kind}.`);
  await openReview(session, found.value.state, view.options);
  return yes("");
}

/** Waves of steps that could run together, and what they would use. Nothing runs. */
async function simulate(session: PlanSession, id: string): Promise<Outcome<string>> {
  const plan = await planOf(session, id);
  if (!plan.ok) return plan;
  const { steps } = bindingPlan(plan.value);
  const { waves } = examine(steps);
  const lines = waves.map((wave, number) => {
    const names = wave.map((step) => {
      const found = steps.find((other) => other.id === step);
      return [step, found?.run ? "command" : (found?.model ?? ""), found?.tools?.join(" ") ?? ""]
        .filter(Boolean)
        .join(" · ");
    });
    return `${number + 1}. ${names.join("\n   ")}`;
  });
  return yes(
    visible([`${plan.value.id} would run like this; nothing was run:`, ...lines].join("\n"), { multiline: true }),
  );
}

async function diff(session: PlanSession, id: string): Promise<Outcome<string>> {
  const plan = await planOf(session, id);
  if (!plan.ok) return plan;
  const { textsOf } = await import("../../../desk/revisions.ts");
  const { compareRevisions } = await import("../../../plan/compare-revisions.ts");
  const { comparisonText } = await import("../../../plan/comparison-text.ts");
  const texts = await textsOf(session.agent.desk, plan.value.id);
  const before = texts.findLast(({ digest }) => digest !== plan.value.proposal.digest);
  if (before === undefined) return yes("There is only one text of it.");
  const lines = comparisonText(compareRevisions(before.plan, plan.value.proposal.plan));
  return yes(lines.map(({ text }) => text).join("\n"));
}

async function planOf(session: PlanSession, id: string) {
  const found = id ? await session.agent.desk.plan(id) : undefined;
  if (found && !found.ok) return found;
  const plan =
    found === undefined
      ? ((await session.agent.plan()) ?? (await session.lastPlan()))
      : found.value.kind === "standing"
        ? found.value.state
        : undefined;
  return plan === undefined ? no("not_found", "There is no plan here.", { hint: "/plans lists all." }) : yes(plan);
}

export async function knownNames(session: PlanSession): Promise<KnownNames> {
  const plan = (await session.agent.plan()) ?? (await session.lastPlan());
  const text = plan && bindingPlan(plan);
  return {
    plans: session.agent.isKept ? (await session.agent.desk.plans({ limit: 50 })).rows.map(({ id }) => id) : [],
    steps: text?.steps.map(({ id }) => id) ?? [],
    decisions: text?.decisions?.map(({ decision_id }) => decision_id) ?? [],
  };
}

function helpText(): string {
  const rows = Object.entries(SUB_COMMANDS).map(([name, row]) => {
    const usage = "usage" in row ? row.usage : name;
    return `/plan ${usage.padEnd(36)} ${row.does}`;
  });
  return [`/plan ${"<goal>".padEnd(36)} plan it: read-only until you approve`, ...rows].join("\n");
}

function told(context: ExtensionCommandContext, outcome: Outcome<string>): void {
  if (outcome.ok) {
    if (outcome.value) context.ui.notify(outcome.value, "info");
    return;
  }
  const { message, hint } = outcome.refusal;
  context.ui.notify([visible(message), hint].filter(Boolean).join("\n"), "warning");
}
