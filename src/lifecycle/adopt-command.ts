import { shellWord } from "../plan/shell-word.ts";
import type { NextAction } from "./next-action.ts";

const MOST_NAMED = 20;

/** The command of the command line that puts journals aside, or accepts those of a moved project: for every surface. */
export function adoptCommand({ about, flag, journals = [] }: NextAction): string {
  if (about !== undefined) return `key adopt --from ${/^[\w./@+-]+$/.test(about) ? about : shellWord(about)}`;
  if (flag === "missing") return "key adopt --missing";
  const isNamed = journals.length > 0 && journals.length <= MOST_NAMED;
  return `key adopt ${isNamed ? journals.join(" ") : "<plan> …"}`;
}
