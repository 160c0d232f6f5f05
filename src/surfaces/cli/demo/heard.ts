import type { Message } from "@earendil-works/pi-ai";

/** An event of the conversation: a message, or a call and its result. */
export type Moment = Said | Called;

export interface Said {
  said: string;
  /** Typed by a person; all others come from the host, also the task of `/plan`. */
  typed: boolean;
}

export interface Called {
  tool: string;
  input: Record<string, unknown>;
  result: string;
  failed: boolean;
}

/** What the model knows when it has to answer. */
export interface Heard {
  mode: "planning" | "executing" | "none";
  /** The current rules: the system prompt, or later ones. */
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

/** The events from the last matching one on. */
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
