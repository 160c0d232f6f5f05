import { visibleCommand } from "../../../plan/visible-command.ts";
import { sizeOf } from "./text-size.ts";
import { cut, type Unit, unitsOf } from "./units.ts";

/**
 * Text of a model or a person inside a line of the bot: no markdown, mention, link or emoji in it takes effect, and no character of
 * it stays hidden. Line breaks are shown as `⏎`.
 */
export function inline(
  text: string,
  room = Number.MAX_SAFE_INTEGER,
  /** Hidden characters are spelled out already. */
  { spelled = false }: { spelled?: boolean } = {},
): string {
  const { units, isWhole } = unitsOf(oneLine(text, room), room, { spelled });
  return cut(escaped(units), room, isWhole);
}

/** The same over several lines, as a quotation: no line of it can pass for one of the bot's. */
export function quoted(text: string, room: number, mostLines = 12): string {
  const { units, isWhole } = unitsOf(text.trim(), room, { multiline: true });
  const lines = linesOf(units).filter((line, index, all) => line.length > 0 || (all[index - 1]?.length ?? 0) > 0);
  const shown = lines.slice(0, mostLines).flatMap((line, index) => [`${index > 0 ? "\n" : ""}> `, ...escaped(line)]);
  return cut(shown, room, isWhole && lines.length <= mostLines);
}

/** A name or a path as code; as ordinary text if it has a backtick. */
export function code(text: string, room = Number.MAX_SAFE_INTEGER, { spelled = false } = {}): string {
  if (text.includes("`") || text.trim() === "") return inline(text, room, { spelled });
  const { units, isWhole } = unitsOf(text, room, { spelled });
  return `\`${cut(units, room - 2, isWhole)}\``;
}

/** A command on one line, as `visibleCommand` shows it. */
export function commandCode(command: string, room: number): string {
  return code(visibleCommand(command, { inline: true }), room, { spelled: true });
}

/** Preformatted lines. A zero-width space separates backticks, so that no fence ends early. */
export function codeBlock(
  text: string,
  room: number,
  { language = "", spelled = false }: { language?: string; spelled?: boolean } = {},
): string {
  const { units, isWhole } = unitsOf(text, room, { multiline: true, spelled });
  const frame = `\`\`\`${language}\n\n\`\`\``;
  const isTick = (unit: Unit | undefined) => unit?.startsWith("`") ?? false;
  const apart = units.map((unit, index) => (isTick(unit) && isTick(units[index - 1]) ? `${APART}${unit}` : unit));
  return `\`\`\`${language}\n${cut(apart, room - frame.length, isWhole)}\n\`\`\``;
}

/** Text without markdown: on a button, in a menu, in a form. Never empty: Discord refuses that. */
export function plain(text: string, room: number, blank = "(blank)"): string {
  const { units, isWhole } = unitsOf(oneLine(text, room).trimStart(), room);
  return cut(units, room, isWhole).trim() || blank;
}

/** Whether `codeBlock` would show all of it. */
export function fits(text: string, room: number): boolean {
  return text.length <= room && sizeOf(codeBlock(text, room * 8)) <= room;
}

/** An approver as Discord shows them, by their current name. No message of ours pings. */
export function mention(entry: string): string {
  const [, kind, id] = /^(role|discord):(\d{15,20})$/.exec(entry) ?? [];
  if (id === undefined) return inline(entry, 40);
  return kind === "role" ? `<@&${id}>` : `<@${id}>`;
}

/** A time that Discord shows relative to the reader's clock: "in 20 minutes". Undefined for an invalid date. */
export function moment(at: string | undefined): string | undefined {
  const seconds = Math.floor(Date.parse(at ?? "") / 1000);
  return Number.isSafeInteger(seconds) && seconds >= 0 ? `<t:${seconds}:R>` : undefined;
}

/** `[███░░░]`: full only when all is done, and never empty once something is. */
export function progressBar(done: number, all: number, cells = 12): string {
  const share = all <= 0 ? 0 : Math.min(1, Math.max(0, done / all));
  const full = share === 1 ? cells : Math.min(cells - 1, Math.max(share > 0 ? 1 : 0, Math.round(share * cells)));
  return `[${"█".repeat(full)}${"░".repeat(cells - full)}]`;
}

function oneLine(text: string, room: number): string {
  // The end of a long text is never shown: the part that is kept here is still longer than the room.
  const head = text.slice(0, room + 4096);
  return head.replace(/\r?\n/g, " ⏎ ").replaceAll("\t", " ");
}

function linesOf(units: readonly Unit[]): Unit[][] {
  const lines: Unit[][] = [[]];
  for (const unit of units) {
    if (unit === "\n") lines.push([]);
    else lines.at(-1)?.push(unit);
  }
  return lines;
}

/** A zero-width space. Those of the text are spelled out, so this one is the bot's. */
const APART = "\u200B";

/** Escapes every unit that Discord would interpret. */
function escaped(line: readonly Unit[]): string[] {
  const mark = listMark(line);
  return line.map((unit, index) => {
    if (index === mark) return `\\${unit}`;
    if (!SPECIAL.test(unit)) return unit;
    // A colon makes links and emoji, unless a space or the end follows.
    if (unit.startsWith(":")) return /^\s?$/.test(line[index + 1] ?? "") ? unit : `\\${unit}`;
    return unit.replace(/[\\*_~`|<>[\]#]/g, "\\$&").replaceAll("@", `@${APART}`);
  });
}

const SPECIAL = /[\\*_~`|<>[\]#@:]/;

/** The index of the dash, plus or dot that would begin a list. */
function listMark(line: readonly Unit[]): number | undefined {
  let at = 0;
  while (/^\s$/.test(line[at] ?? "")) at++;
  if (/^[-+]/.test(line[at] ?? "")) return at;
  const first = at;
  while (/^\d$/.test(line[at] ?? "")) at++;
  return at > first && /^[.)]/.test(line[at] ?? "") ? at : undefined;
}
