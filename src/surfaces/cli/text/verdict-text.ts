import { visible } from "../../../plan/visible.ts";
import { wrap } from "../../../plan/wrap.ts";
import type { Ruling, Verdict } from "../../../policy/verdict.ts";
import type { Style } from "../style.ts";

/** A verdict: the word, the reason, a hint, and the other rules that apply. */
export function verdictText(verdict: Verdict, style: Style, width: number): string {
  const paint = { allow: style.green, confirm: style.yellow, deny: style.red }[verdict.verdict];
  const where = verdict.where === undefined ? "" : style.dim(`  would run ${WHERE[verdict.where]}`);
  const lines = [`${paint(WORDS[verdict.verdict])}  ${style.bold(verdict.code)}${where}`];
  lines.push(...block("  ", verdict.reason, width));
  const { span, hint } = verdict;
  if (span !== undefined) lines.push(...block(`  at ${span.start}: `, span.text, width).slice(0, 4).map(style.dim));
  if (hint !== undefined) lines.push(...block("  → ", hint, width).map(style.cyan));
  if (verdict.wouldDeny) lines.push(style.yellow("  The level enforce would deny it."));
  const others = verdict.rulings.filter(({ rule }) => rule !== verdict.rule);
  if (others.length > 0) lines.push(style.dim("  Other rules:"), ...others.flatMap((ruling) => spoken(ruling, width)));
  return lines.join("\n");

  function spoken({ rule, says, reason }: Ruling, room: number): string[] {
    return block(`    ${rule} ${SAYS[says]}: `, reason, room).map(style.dim);
  }
}

const WORDS = { allow: "allow", confirm: "ask a person", deny: "deny" };
const WHERE = { host: "on the machine itself", sandbox: "in the sandbox" };
const SAYS = { deny: "denies", confirm: "asks", waive: "waives", note: "notes" };

/** A text after a label; further lines are indented as far. */
function block(beginning: string, words: string, width: number): string[] {
  const [first = "", ...more] = visible(words)
    .split("\n")
    .flatMap((line) => wrap(line, width - beginning.length));
  return [beginning + first, ...more.map((line) => " ".repeat(beginning.length) + line)];
}
