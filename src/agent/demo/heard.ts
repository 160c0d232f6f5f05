import type { Message } from "@earendil-works/pi-ai";

/** A thing that happened in the conversation: words, or a call and what came of it. */
export type Moment = Said | Called;

export interface Said {
  said: string;
  /** A person typed them; all others come from the host, also the task that `/plan` was given. */
  typed: boolean;
}

export interface Called {
  tool: string;
  input: Record<string, unknown>;
  result: string;
  failed: boolean;
}

/** What the model knows when it is its turn. */
export interface Heard {
  mode: "planning" | "executing" | "none";
  /** The rules in force: the system prompt, or what came after it. */
  rules: string;
  moments: Moment[];
}

const CORRECTION = /^<countersign>\n/;

export function hear(systemPrompt: string, messages: readonly Message[], typed: ReadonlySet<string>): Heard {
  const calls = new Map<string, Record<string, unknown>>();
  const moments: Moment[] = [];
  let rules = systemPrompt;
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const part of message.content) if (part.type === "toolCall") calls.set(part.id, part.arguments);
    } else if (message.role === "toolResult") {
      const { toolName, toolCallId, isError } = message;
      const input = calls.get(toolCallId) ?? {};
      moments.push({ tool: toolName, input, result: textOf(message.content), failed: isError });
    } else if (message.role === "user") {
      const text = textOf(message.content);
      // Only ever sent with the last request, and about it.
      if (CORRECTION.test(text)) rules = text;
      else moments.push({ said: text, typed: typed.has(text) });
    }
  }
  return { mode: modeIn(rules), rules, moments };
}

export function isCall(moment: Moment | undefined, tool?: string): moment is Called {
  return moment !== undefined && "tool" in moment && (tool === undefined || moment.tool === tool);
}

export function isSaid(moment: Moment | undefined, pattern: RegExp): moment is Said {
  return moment !== undefined && "said" in moment && pattern.test(moment.said);
}

/** What came after the last moment that fits, with that one. */
export function since(moments: readonly Moment[], fits: (moment: Moment) => boolean): Moment[] {
  return moments.slice(Math.max(0, moments.findLastIndex(fits)));
}

function modeIn(rules: string): Heard["mode"] {
  if (rules.includes("You are in EXECUTING mode")) return "executing";
  return rules.includes("You are in PLANNING mode") ? "planning" : "none";
}

function textOf(content: string | readonly { type: string; text?: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join("\n");
}
