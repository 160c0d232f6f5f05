import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import type { DeskRefusal } from "../../desk/outcome.ts";
import type { Problem } from "../../plan/problem.ts";
import type { PlanSession } from "../plan-session.ts";
import { ownTool } from "./own-tool.ts";

const texts = { type: "array", items: { type: "string" } };

/** The schema announced to a model. Its input is read more tolerantly. */
const PLAN = {
  type: "object",
  required: ["steps"],
  properties: {
    title: { type: "string" },
    goal: { type: "string" },
    summary: { type: "string" },
    assumptions: texts,
    steps: {
      type: "array",
      minItems: 1,
      // Some designs write a step as a sentence: no `type` here.
      items: {
        properties: {
          id: { type: "string", description: "short: a-z, 0-9, _ and -" },
          title: { type: "string" },
          description: { type: "string" },
          mode: { type: "string", description: "code, test, research, design, docs or run" },
          tools: texts,
          files: { ...texts, description: "globs it may touch" },
          commits: { type: "boolean", description: "true: it may change the git repository" },
          risk: { type: "string", description: "low, medium or high" },
          depends_on: texts,
          decision_id: { type: "string", description: "the decision it waits for" },
          verify: { type: "string", description: "a command that exits 0 once the step is done" },
          run: { type: "string", description: "an exact command, instead of work by a model" },
          keeps: { type: "string", description: "a name: run is a server that later steps need" },
          undo: { type: "string" },
        },
      },
    },
    // A list, or a map by id.
    decisions: {
      description: "decision_id, header, question, options[{label, description}]",
    },
    questions: texts,
    risks: texts,
    validation: { type: "string" },
    context_notes: { type: "string", description: "findings that the steps need" },
  },
};

/** Proposes the plan and ends the model's turn: a person answers next. */
export function submitPlan(session: PlanSession, name = "submit_plan"): ToolDefinition {
  return ownTool<{ plan: unknown }>({
    name,
    label: "Submit plan",
    description:
      "Propose the plan for a person's review: as an object, or as markdown. You stay read-only until a person has answered. Submitting again replaces a proposal that has no answer yet.",
    promptSnippet: "Propose the plan for review",
    parameters: {
      type: "object",
      required: ["plan"],
      properties: { plan: { anyOf: [PLAN, { type: "string", description: "the plan as markdown" }] } },
    },
    prepareArguments: withPlan,
    title: ({ plan }) => titleOf(plan),
    run: async ({ plan }) => {
      const proposed = await session.proposing.propose(plan);
      if (!proposed.ok) throw new Error(refusalText(proposed.refusal));
      const { plan: live, warnings } = proposed.value;
      const told = warnings.map((problem) => `- ${problemText(problem)}`);
      return {
        text: [
          `Submitted ${live.id}, revision ${live.proposal.revision}. A person reviews it now; wait for their answer.`,
          ...(told.length > 0 ? ["Worth a look:", ...told] : []),
        ].join("\n"),
        ends: true,
        details: { plan_id: live.id, revision: live.proposal.revision },
      };
    },
  });
}

function titleOf(plan: unknown): string {
  if (typeof plan === "string") return plan.split("\n", 1)[0] ?? "";
  const { title, steps } = (plan ?? {}) as { title?: unknown; steps?: unknown };
  return [title, Array.isArray(steps) && `(${steps.length} steps)`].filter(Boolean).join(" ");
}

/** Models forget the outer field, or call it by its name in another design. */
function withPlan(input: unknown): unknown {
  if (typeof input !== "object" || input === null || "plan" in input) return input;
  if ("plan_content" in input) return { plan: input.plan_content };
  return "steps" in input ? { plan: input } : input;
}

function refusalText({ message, hint, problems = [] }: DeskRefusal): string {
  return [message, ...problems.map((problem) => `- ${problemText(problem)}`), hint].filter(Boolean).join("\n");
}

function problemText({ path, message, hint }: Problem): string {
  return [path && `${path}:`, message, hint && `(${hint})`].filter(Boolean).join(" ");
}
