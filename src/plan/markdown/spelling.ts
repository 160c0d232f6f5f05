import { mustBeEscaped } from "./escape.ts";

/** Which texts, by path in the plan, are written escaped. */
export type Spelling = (path: string, text: string) => boolean;

/** As a person would write it, except for invisible characters. */
export const natural: Spelling = (_, text) => mustBeEscaped(text);

export const allEscaped: Spelling = () => true;

export function escapedAt(paths: ReadonlySet<string>): Spelling {
  return (path, text) => paths.has(path) || mustBeEscaped(text);
}
