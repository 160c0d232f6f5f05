import { writeFileSync } from "node:fs";
import { findProject } from "../../../desk/project.ts";
import { projectFacts } from "../../../desk/project-facts.ts";
import { isError } from "../../../plan/problem.ts";
import { list } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { readInput } from "../read-input.ts";
import { refused, reply } from "../reply.ts";
import { inFile, located } from "../text/problems-text.ts";

const DRAFT = "PLAN-00000000";

export const run: Run = async (session, args) => {
  const [file = "-"] = args.words;
  const input = readInput(file);
  if (!input.ok) return refused(input.refusal);
  const { parsePlan } = await import("../../../plan/parse-plan.ts");
  const { digestOf } = await import("../../../plan/digest.ts");
  const tools = list(args, "tools");
  const facts = projectFacts(findProject(session.directory), tools.length > 0 ? new Set(tools) : undefined);
  const isFixing = args.options["fix"] === true;
  const parsed = await parsePlan(input.value, { id: DRAFT, facts, fix: isFixing });
  if ("problems" in parsed) {
    const errors = parsed.problems.filter(isError).length;
    const message = `${file === "-" ? "This" : file} is not a plan yet: ${errors} ${errors === 1 ? "problem" : "problems"}.`;
    return refused(inFile({ kind: "malformed", message, problems: parsed.problems }, file));
  }
  const { plan, warnings, document } = parsed;
  let fixed = "";
  if (isFixing) {
    const { writeMarkdown } = await import("../../../plan/write-markdown.ts");
    const { id: _, ...draft } = plan;
    fixed = document
      ? writeMarkdown(plan, document.claims, document)
      : `${JSON.stringify(plan.id === DRAFT ? draft : plan, undefined, 2)}\n`;
  }
  const wasFixed =
    isFixing && (document ? fixed !== input.value : warnings.some(({ path }) => path?.includes("depends_on")));
  if (wasFixed && file !== "-") {
    if (document === undefined && !/^\s*\{/.test(input.value)) {
      const message = `${file} has text around the plan, which a fix would lose, so it was not written.`;
      return refused({ kind: "not_written", message, hint: "Put the JSON into a file of its own." });
    }
    writeFileSync(file, fixed);
  }
  const { id, ...draft } = plan;
  const json = { plan: id === DRAFT ? draft : plan, digest: digestOf(plan), warnings };
  if (isFixing && file === "-") return reply(json, fixed, warnings);
  const steps = `${plan.steps.length} ${plan.steps.length === 1 ? "step" : "steps"}`;
  const said = `${session.style.green("A valid plan")}: ${steps}${wasFixed ? `; ${file} was fixed` : ""}.`;
  return reply(json, said, located(warnings, file));
};
