import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import { type CommandToRun, commandsToRun } from "../../../plan/commands-to-run.ts";
import { counted } from "../../../plan/quantities.ts";
import { visibleCommand } from "../../../plan/visible-command.ts";
import {
  attached,
  button,
  type CardFile,
  type CardMessage,
  cardMessage,
  rowsOf,
  textFile,
  words,
} from "./card-message.ts";
import { commandGroups, commandLine } from "./command-lines.ts";
import { planCustomId } from "./custom-id.ts";
import { codeBlock } from "./discord-text.ts";
import { shownText } from "./plan-facts.ts";
import { planLook } from "./status-look.ts";
import { sizeOf } from "./text-size.ts";

export interface CommandsPage {
  card: CardMessage;
  /** The commands that this page shows, or attaches, whole. */
  opened: readonly CommandToRun[];
}

/** The commands that approval runs, in pages; `from` is the index of a command. */
export function commandsPage(state: LivePlan, from: number): CommandsPage {
  const shown = shownText(state);
  const commands = commandsToRun(shown.plan);
  const pages = pagesOf(commands);
  const at = Math.max(
    0,
    pages.findLastIndex(({ first }) => first <= from),
  );
  const opened = pages[at]?.commands ?? [];
  const isUnderReview = state.status === "proposed" || state.status === "needs_review";
  const to = (place: number, word: string) => {
    const page = pages[place];
    if (page === undefined) return [];
    const { first, commands: those } = page;
    const label = those.length === 1 ? `${first + 1}` : `${first + 1} to ${first + those.length}`;
    return [
      button(planCustomId("commands", shown, first), `${word} ${label}`, word === NEXT ? "primary" : "secondary"),
    ];
  };
  const isLast = at >= pages.length - 1;
  const [lone, ...others] = opened;
  const long = lone !== undefined && others.length === 0 && isTooLong(lone) ? lone : undefined;
  const { lines, files } = long ? attachedCommand(long) : { lines: commandGroups(opened).map(commandLine), files: [] };
  const first = (pages[at]?.first ?? 0) + 1;
  const heading = `### Approval runs ${counted(commands.length, "command")}`;
  const where =
    pages.length > 1 ? `-# ${first} to ${first + opened.length - 1} of ${commands.length}, riskiest steps first` : "";
  return {
    opened,
    card: cardMessage({
      colour: planLook(state.status).colour,
      body: [words([heading, where, ...lines].filter(Boolean).join("\n")), ...files.map(({ name }) => attached(name))],
      rows: rowsOf([
        ...to(at - 1, "◀"),
        ...to(at + 1, NEXT),
        ...(isLast && isUnderReview ? [button(planCustomId("approve", shown), "Approve", "success")] : []),
      ]),
      files,
    }),
  };
}

const NEXT = "▶ Commands";
const ROOM = 3000;

function isTooLong(command: CommandToRun): boolean {
  return command.command.length > ROOM || sizeOf(commandLine([command])) > ROOM;
}

/** A page has as many whole commands as fit; a command that fits on none has a page of its own, with a file. */
function pagesOf(commands: readonly CommandToRun[]): { first: number; commands: CommandToRun[] }[] {
  const pages: { first: number; commands: CommandToRun[] }[] = [];
  let used = 0;
  for (const [index, command] of commands.entries()) {
    const size = isTooLong(command) ? ROOM : sizeOf(commandLine([command])) + 1;
    const page = pages.at(-1);
    if (page === undefined || used + size > ROOM) {
      pages.push({ first: index, commands: [command] });
      used = size;
    } else {
      page.commands.push(command);
      used += size;
    }
  }
  return pages;
}

/** The beginning of a command, and all of it as a file, with its marks. */
export function attachedCommand({ step, place, field, command }: CommandToRun): { lines: string[]; files: CardFile[] } {
  const shown = visibleCommand(command);
  const name = `${step}-${field}.txt`;
  return {
    lines: [
      `**${place + 1}.** ${field === "run" ? "runs" : "checked by"}`,
      codeBlock(shown, BEGINNING, { spelled: true }),
      `-# Too long to show here (${counted(command.length, "character")}): open the attached file ${name}, which has all of it.`,
    ],
    files: [textFile(name, `${shown}\n`)],
  };
}

const BEGINNING = 800;
