import { mustBeEscaped } from "./escape.ts";

/** Which texts, by their path in the plan, are written in their escaped form. */
export type Spelling = (path: string, text: string) => boolean;

/** As a person would write it, but for what cannot be seen. */
export const natural: Spelling = (_, text) => mustBeEscaped(text);

export const allEscaped: Spelling = () => true;

export function escapedAt(paths: ReadonlySet<string>): Spelling {
  return (path, text) => paths.has(path) || mustBeEscaped(text);
}
