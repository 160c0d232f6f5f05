import { defined } from "../plan/defined.ts";
import { analyse } from "./shell/analyse.ts";
import type { Analysis } from "./shell/analysis.ts";
import { shellFactsOf } from "./shell-facts-of.ts";
import { isReadAlike, type ShellLine, shellLineOf } from "./shell-line.ts";
import type { Situation } from "./situation.ts";
import type { Tool, ToolCall } from "./tool.ts";

/** The line of a shell call and its analysis; a text says why it cannot be analysed. */
export function analysedLine(
  call: ToolCall,
  tool: Tool,
  situation: Situation,
  allow?: readonly string[],
): (ShellLine & { analysis: Analysis }) | string {
  const found = shellLineOf(call, tool, situation.facts);
  if (typeof found === "string") return found;
  const facts = { ...shellFactsOf(situation, found.cwd), ...defined({ allow }) };
  const analysis = analyse(found.line, facts);
  return { ...found, analysis: isReadAlike(found) ? analysis : doubted(found, analysis) };
}

/** The analysis is bash's; another shell may read the line differently. */
function doubted({ line, shell }: ShellLine, analysis: Analysis): Analysis {
  if (!analysis.readOnly) return analysis;
  const reason = `${shell} may read this line in another way than bash`;
  const hint = "use plain words, pipes and single quotes";
  const finding = { code: "not_understood", reason, hint, start: 0, end: line.length, text: line } as const;
  return { readOnly: false, findings: [finding], commands: analysis.commands };
}
