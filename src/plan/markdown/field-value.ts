import { canonical } from "../canonical.ts";
import type { Step } from "../plan.ts";
import { readFlag } from "../read-flag.ts";
import { escaped, parsedJson, unescaped } from "./escape.ts";
import { indented, withoutOuterSpace } from "./lines.ts";

type Estimate = NonNullable<Step["estimate"]>;

export type FieldKind = "text" | "command" | "list" | "count" | "flag" | "estimate";

/** The value of a field's text; a text of the wrong form stays text, and the check of the shape reports it. */
export function readFieldValue(kind: FieldKind, raw: string): unknown {
  switch (kind) {
    case "text":
      return unescaped(raw) ?? raw;
    case "command":
      return unescaped(raw) ?? codeSpan(raw) ?? raw;
    case "list":
      return readList(raw);
    case "count":
      return /^\d+$/.test(raw) ? Number(raw) : raw;
    case "flag":
      return readFlag(raw);
    case "estimate":
      return readEstimate(raw);
  }
}

/** `- key: value`, or the key with a code block under it; escaped where the natural form would read as something else. */
export function fieldText(key: string, kind: FieldKind, value: unknown, asEscape: boolean): string {
  switch (kind) {
    case "text":
    case "command": {
      const text = String(value);
      if (asEscape) return `- ${key}: ${escaped(text)}`;
      if (text.includes("\n"))
        return `- ${key}:\n  ${indented(fenced(text, kind === "command" ? "sh" : "text"), "  ")}`;
      const written = kind === "command" ? asCodeSpan(text) : text;
      const survives = written === withoutOuterSpace(written) && readFieldValue(kind, written) === text;
      return `- ${key}: ${survives ? written : escaped(text)}`;
    }
    case "list":
      return `- ${key}: ${listText(value as readonly string[], asEscape)}`;
    case "count":
    case "flag":
      return `- ${key}: ${String(value)}`;
    case "estimate":
      return `- ${key}: ${estimateText(value as Estimate)}`;
  }
}

export function listText(values: readonly string[], asEscape: boolean): string {
  const written = values.join(", ");
  const survives = !asEscape && !written.includes("\n") && canonical(readList(written)) === canonical(values);
  return survives ? written : `[${values.map(escaped).join(", ")}]`;
}

/** `a, b` or a JSON array. A comma inside braces or brackets belongs to a glob. */
export function readList(raw: string): unknown {
  if (raw.startsWith("[")) {
    const list = parsedJson(raw);
    if (Array.isArray(list) && list.every((item) => typeof item === "string")) return list;
  }
  const parts: string[] = [""];
  let depth = 0;
  for (const character of raw) {
    if (/[{[(]/.test(character)) depth++;
    if (/[}\])]/.test(character)) depth = Math.max(0, depth - 1);
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  const items = parts.map(withoutOuterSpace).map((part) => codeSpan(part) ?? part);
  return items.filter((item) => item !== "");
}

function readEstimate(raw: string): unknown {
  const json = raw.startsWith("{") ? parsedJson(raw) : undefined;
  if (json !== undefined) return json;
  const estimate: Record<string, number> = {};
  for (const part of raw.split(",").map((part) => part.trim())) {
    const [, dollar, number, unit] = /^(\$?)(\d[\d.e+-]*)[ \t]*([a-z]*)$/i.exec(part) ?? [];
    const key = dollar ? "cost" : UNITS[unit ?? ""]?.key;
    const factor = dollar ? 1 : (UNITS[unit ?? ""]?.factor ?? 1);
    if (!key || (dollar && unit) || key in estimate || !Number.isFinite(Number(number))) return raw;
    estimate[key] = Number(number) * factor;
  }
  return estimate;
}

const UNITS: Record<string, { key: string; factor: number } | undefined> = {
  tokens: { key: "tokens", factor: 1 },
  token: { key: "tokens", factor: 1 },
  min: { key: "minutes", factor: 1 },
  minutes: { key: "minutes", factor: 1 },
  h: { key: "minutes", factor: 60 },
};

function estimateText({ tokens, cost, minutes }: Estimate): string {
  const parts = [
    tokens === undefined ? [] : [`${tokens} tokens`],
    cost === undefined ? [] : [`$${cost}`],
    minutes === undefined ? [] : [`${minutes} min`],
  ];
  return parts.flat().join(", ");
}

/** A code span in markdown: as many backticks after as before, and no run of that length between. */
function codeSpan(raw: string): string | undefined {
  const ticks = /^`+/.exec(raw)?.[0];
  if (!ticks || raw.length < 2 * ticks.length + 1 || !raw.endsWith(ticks)) return undefined;
  const inner = raw.slice(ticks.length, -ticks.length);
  if (inner.match(/`+/g)?.some((run) => run.length === ticks.length) || inner.endsWith("`") || inner.startsWith("`")) {
    return undefined;
  }
  return /^ .*[^ ].* $/.test(inner) ? inner.slice(1, -1) : inner;
}

function asCodeSpan(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const ticks = "`".repeat(length);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${ticks}${space}${text}${space}${ticks}`;
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}
