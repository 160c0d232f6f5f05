import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { commandsToRun } from "../../../plan/commands-to-run.ts";
import { counted } from "../../../plan/quantities.ts";
import { type Button, button, type CardMessage, cardMessage, rowsOf, words } from "./card-message.ts";
import { fitCommands, shownFromFirst } from "./command-lines.ts";
import { planCustomId } from "./custom-id.ts";
import { code, inline, quoted } from "./discord-text.ts";
import { shownText } from "./plan-facts.ts";

interface Author {
  /** They may talk to the agent. */
  talks: boolean;
}

/** A message sounds like an approval: the button confirms it, for exactly this text. */
export function confirmApprovalCard(plan: LivePlan, said: string, author: Author): CardMessage {
  const { revision, plan: text } = shownText(plan);
  const question = `Do you approve revision ${revision} of ${code(plan.id)} **${inline(text.title, 150)}**?`;
  return replyCard(plan, said, { question, commandRoom: 2000, verb: "sign", more: forAgent(plan, author) });
}

/** It is not clear what a message means for a plan: the person says which. */
export function askMeaningCard(plan: LivePlan, said: string, author: Author): CardMessage {
  const shown = shownText(plan);
  const title = inline(shown.plan.title, 150);
  return replyCard(plan, said, {
    question: `Nothing was done yet. What does this mean for revision ${shown.revision} of ${code(plan.id)} **${title}**?`,
    commandRoom: 600,
    verb: "approve",
    more: [
      button(planCustomId("said_changes", shown), "Request changes with it", "primary"),
      button(planCustomId("reject", shown), "Reject", "danger"),
      ...forAgent(plan, author),
    ],
  });
}

function forAgent(plan: LivePlan, { talks }: Author): Button[] {
  return talks ? [button(planCustomId("said_agent", shownText(plan)), "Only tell the agent")] : [];
}

interface ReplyCard {
  question: string;
  commandRoom: number;
  /** Words that approve are the first act, and the button is the second; else the button asks first. */
  verb: "approve" | "sign";
  more?: readonly Button[];
}

/** Quotes the message, and shows what the Approve button runs. */
function replyCard(plan: LivePlan, said: string, { question, commandRoom, verb, more = [] }: ReplyCard): CardMessage {
  const shown = shownText(plan);
  const commands = commandsToRun(shown.plan);
  const { lines, shown: fitted } = fitCommands(commands, commandRoom);
  const rest = commands.length - fitted.size;
  const onCard = shownFromFirst(commands, (command) => fitted.has(command));
  const text = [
    quoted(said, 300, 4),
    question,
    ...(commands.length > 0 ? [`Approval runs ${counted(commands.length, "command")}:`, ...lines] : []),
    ...(rest > 0 ? [`… ${rest} to read: press **What will run**.`] : []),
  ];
  return cardMessage({
    body: [words(text.filter(Boolean).join("\n"))],
    rows: rowsOf([
      button(planCustomId(verb, shown, onCard), "Approve", "success"),
      ...more,
      ...(rest > 0 ? [button(planCustomId("commands", shown, onCard), "What will run")] : []),
      button(planCustomId("details", shown), "Details"),
    ]),
  });
}
