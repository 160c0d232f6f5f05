import { escaped, mustBeEscaped } from "./escape.ts";
import type { FrontMatterValue } from "./front-matter-keys.ts";

/** A value of the front matter on one line: plain if every YAML reader reads it as this text, otherwise quoted. */
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
