import { escaped, mustBeEscaped } from "./escape.ts";
import type { FrontMatterValue } from "./front-matter-keys.ts";

/** A value as the front matter holds it, on one line: plain where every YAML reader takes it as this text, else quoted. */
export function yamlValue(value: FrontMatterValue): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return isPlain(value) ? value : escaped(value);
  return `[${value.map((item) => (isPlain(item) && !/[,[\]{}]/.test(item) ? item : escaped(item))).join(", ")}]`;
}

function isPlain(text: string): boolean {
  return (
    /^[\p{L}\p{N}/.](?:.*\S)?$/u.test(text) &&
    !/:(?:\s|$)|\s#|^\.\.\.|[\n\t]/.test(text) &&
    !/^(?:null|true|false|yes|no|on|off|y|n|[-+.\d_xobe]+|\.inf|\.nan|~)$/i.test(text) &&
    !/[\p{Zs}](?<! )/u.test(text) &&
    !mustBeEscaped(text)
  );
}
