import { defined } from "../defined.ts";
import { unescaped } from "./escape.ts";

/** The content of a step's first line. `rest` belongs to the description. */
interface StepTitle {
  title?: string;
  id?: string;
  rest?: string;
  tool?: string;
  operation?: string;
  target?: string;
  /** The position of the title in the line, if it can be replaced alone. */
  place?: { from: number; to: number };
}

/**
 * The forms of a step's first line, ours first: `**Title** \`id\``; `**Title**: more`; pi-planner's `Title (tool:
 * operation → target)`; any sentence. `toolSuffix` allows pi-planner's form without an arrow, which in other
 * documents is an ordinary remark in parentheses.
 */
export function readStepTitle(line: string, toolSuffix: boolean): StepTitle {
  const ours = /^\*\*(.*)\*\*[ \t]+`([^`]+)`$/.exec(line);
  if (ours?.[1] !== undefined && ours[2] !== undefined) {
    return { title: unescaped(ours[1]) ?? ours[1], id: ours[2], place: { from: 2, to: 2 + ours[1].length } };
  }
  const idOnly = /^`([^`]+)`$/.exec(line);
  if (idOnly?.[1] !== undefined) return { id: idOnly[1] };
  const bold = /^\*\*((?:(?!\*\*).)+)\*\*[ \t]*(?:(?:[:–—-]|->)[ \t]*)?(.*)$/.exec(line);
  if (bold?.[1] !== undefined)
    return { title: withoutEnd(unescaped(bold[1]) ?? bold[1]), ...(bold[2] && { rest: bold[2] }) };
  return readTool(line, toolSuffix) ?? firstSentence(line);
}

function readTool(line: string, toolSuffix: boolean): StepTitle | undefined {
  const from = line.lastIndexOf("(");
  const end = line.endsWith(").") ? line.length - 2 : line.length - 1;
  if (from < 1 || line[end] !== ")" || !/[ \t]/.test(line[from - 1] ?? "")) return undefined;
  const [, tool, call] = /^([\w.-]+):[ \t]*([^()]+)$/.exec(line.slice(from + 1, end)) ?? [];
  const [operation, target, more] = (call ?? "").split(/→|->/).map((part) => part.trim());
  const title = line.slice(0, from).trim();
  if (title === "" || tool === undefined || !operation || target === "" || more !== undefined) return undefined;
  if (target === undefined && !toolSuffix) return undefined;
  return { title, tool, operation, ...defined({ target }) };
}

function firstSentence(line: string): StepTitle {
  const [, sentence, rest] = /^(.+?(?:[.!?](?=[ \t]+[\p{Lu}\p{Lo}`*])|[。！？]))[ \t]*(\S.*)?$/u.exec(line) ?? [];
  return { title: withoutEnd(sentence ?? line), ...(rest && { rest }) };
}

function withoutEnd(title: string): string {
  return title.replace(/(?<=\S)[ \t]*[:.。：]+[ \t]*$/u, "");
}
