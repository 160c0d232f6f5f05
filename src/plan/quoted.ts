import { visible } from "./visible.ts";

/** A value as a message quotes it: on one line, short, with hidden characters spelled out. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (value !== null && typeof value === "object") return "an object";
  if (typeof value !== "string") return visible(String(value).slice(0, 60));
  const start = [...value.slice(0, 122)].slice(0, 60).join("");
  const shown = visible(start.replaceAll("\n", "⏎"));
  return start.length < value.length ? `"${shown}…"` : `"${shown}"`;
}
