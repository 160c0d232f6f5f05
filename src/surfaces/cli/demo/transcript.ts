import type { AssistantMessage, ToolResultMessage } from "@earendil-works/pi-ai";

const WIDTH = 80;

/** A conversation as lines for a reader: who does what, the results, and the refusals with their reasons. */
export class Transcript {
  /** Calls of one answer; each is shown with its result. */
  readonly #calls = new Map<string, string[]>();

  lines(message: AssistantMessage | ToolResultMessage): string[] {
    if (message.role === "toolResult") {
      const call = this.#calls.get(message.toolCallId) ?? [];
      this.#calls.delete(message.toolCallId);
      return [...call, ...resultLines(message)];
    }
    const isAlone = message.content.filter(({ type }) => type === "toolCall").length === 1;
    return message.content.flatMap((part) => {
      if (part.type === "text") return said("agent", part.text);
      if (part.type !== "toolCall") return [];
      const call = said("", callText(part.name, part.arguments), "> ");
      if (isAlone) return call;
      this.#calls.set(part.id, call);
      return [];
    });
  }
}

/** `agent  words, folded under themselves`. */
export function said(who: string, words: string, mark = ""): string[] {
  const room = WIDTH - 9 - mark.length;
  return fold(words, room).map((line, at) => {
    const start = at === 0 ? who.padEnd(9) + mark : " ".repeat(9 + mark.length);
    return `${start}${line}`.trimEnd();
  });
}

export function indented(text: string, by = 9): string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `${" ".repeat(by)}${line}`.trimEnd());
}

function callText(tool: string, input: Record<string, unknown>): string {
  const { path, command, question, step_id, outcome, plan } = input;
  const subject = path ?? command ?? question ?? (step_id === undefined ? undefined : `${step_id} ${outcome}`);
  const title = typeof plan === "object" && plan !== null && "title" in plan ? plan.title : undefined;
  return [tool, subject ?? title].filter(Boolean).join(" ");
}

function resultLines({ toolName, content, isError }: ToolResultMessage): string[] {
  const text = content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
  if (isError) return [...said("", `${refusal(text)}`, "  ✗ ")];
  if (toolName === "read" || toolName === "bash") return said("", `${text.trim().split("\n").length} lines`, "  ✓ ");
  if (toolName === "submit_plan") return said("", text.split(". ")[0] ?? "", "  ✓ ");
  return said("", text.split("\n").at(-1) ?? "", "  ✓ ");
}

/** A refusal in its own words; of the output of a check only its counts. */
function refusal(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const counted = lines.flatMap((line) => /^(?:ℹ|#) ((?:pass|fail) \d+)$/.exec(line.trim())?.[1] ?? []);
  return counted.length > 0 ? `${lines[0]}, ${counted.join(", ")}` : lines.join("\n");
}

function fold(words: string, room: number): string[] {
  return words.split("\n").flatMap((paragraph) => {
    const lines = [""];
    for (const word of paragraph.split(" ")) {
      const last = lines.at(-1) ?? "";
      if (last !== "" && last.length + 1 + word.length > room) lines.push(word);
      else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
    }
    return lines;
  });
}
