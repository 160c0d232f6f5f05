import { hasHidden } from "../visible.ts";

/**
 * A form of a text that survives anywhere in a plan file: a JSON string on one line, with every control, invisible
 * and bidirectional character spelled out, so that a reader of the file sees it too.
 */
export function escaped(text: string): string {
  return spellHidden(JSON.stringify(text));
}

/** Spells out invisible characters; the JSON value stays the same. */
export function spellHidden(json: string): string {
  return json.replace(HIDDEN, (found) => {
    let spelled = "";
    for (let unit = 0; unit < found.length; unit++) {
      spelled += `\\u${found.charCodeAt(unit).toString(16).padStart(4, "0")}`;
    }
    return spelled;
  });
}

/** The text of an escaped form; `undefined` for any other text, which stands for itself. */
export function unescaped(raw: string): string | undefined {
  return leadingEscape(raw)?.rest === "" ? leadingEscape(raw)?.text : undefined;
}

/** An escaped form at the start of a line, and the rest of the line. */
export function leadingEscape(raw: string): { text: string; rest: string } | undefined {
  const found = JSON_STRING.exec(raw)?.[0];
  if (found === undefined) return undefined;
  const text = parsedJson(found);
  return typeof text === "string" ? { text, rest: raw.slice(found.length) } : undefined;
}

export function parsedJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** Whether a reader of the file would miss part of this text. Spaces of other scripts are ordinary in prose. */
export function mustBeEscaped(text: string): boolean {
  return hasHidden(text.replace(/\p{Zs}/gu, " "));
}

// Line breaks occur only between the tokens of JSON.
const HIDDEN = /[[\p{C}\p{DI}\p{Zl}\p{Zp}\p{Zs}]--[ \n]]/gv;
const JSON_STRING = /^"(?:[^"\\\u0000-\u001f]|\\.)*"/;
