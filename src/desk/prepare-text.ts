import { defined } from "../plan/defined.ts";
import type { Digest } from "../plan/digest.ts";
import { neededTools } from "../plan/needed-tools.ts";
import type { Plan, PlanId } from "../plan/plan.ts";
import { isError, type Problem } from "../plan/problem.ts";
import type { Codec } from "./codec.ts";
import { spillContext } from "./context-artifacts.ts";
import { crypto } from "./crypto.ts";
import { headCommit } from "./head-commit.ts";
import { no, type Outcome, yes } from "./outcome.ts";
import { LARGEST_TEXT } from "./plan-file.ts";
import { projectFacts } from "./project-facts.ts";
import type { Store } from "./store.ts";

/** A draft that became a plan, and the text to store. */
export interface PreparedText {
  plan: Plan;
  text: string;
  digest: Digest;
  artifacts: { name: string; text: string }[];
  warnings: Problem[];
}

export interface PrepareOptions {
  project: string;
  store: Store;
  codec: Codec;
  /** The plan whose text it is; otherwise the draft's own id, or a new one. */
  id?: PlanId;
  fix?: boolean;
  tools?: ReadonlySet<string>;
  /** The model that wrote the draft, as its host knows it. */
  planner_model?: string;
  /** A proposal lists the tools of its steps, if it does not say itself which it needs. An edit is taken as it is. */
  isProposal?: boolean;
}

/** Checks a draft in any accepted form; moves large context to artifacts, and notes the commit it was made on. */
export async function prepareText(draft: unknown, options: PrepareOptions): Promise<Outcome<PreparedText>> {
  const { parsePlan } = await import("../plan/parse-plan.ts");
  const id = options.id ?? `PLAN-${crypto().randomBytes(4).toString("hex")}`;
  const facts = projectFacts(options.project, options.tools);
  const parsed = await parsePlan(draft, { id, facts, ...(options.fix && { fix: true }) });
  if ("problems" in parsed) return malformed(parsed.problems);
  const base = parsed.plan.base_commit ?? headCommit(options.project);
  const { steps, planner_model, tools_required } = parsed.plan;
  const { plan, artifacts } = spillContext({
    ...parsed.plan,
    id: options.id ?? parsed.plan.id,
    ...defined({
      base_commit: base,
      planner_model: options.planner_model ?? planner_model,
      tools_required: tools_required ?? (options.isProposal ? neededTools(steps) : undefined),
    }),
  });
  const { codec } = options;
  // Keeps the author's own text; a draft without one edits the previous text.
  const from = parsed.document ?? (await currentDocument(options, plan.id));
  // Without the status in it, as `textWithoutStatus`.
  const text = codec.write(plan, {}, from);
  const unfit = unfitText(text);
  if (unfit) return malformed([unfit]);
  return yes({ plan, text, digest: codec.digest(plan), artifacts, warnings: parsed.warnings });
}

async function currentDocument({ store, codec }: PrepareOptions, id: PlanId) {
  const { file } = await store.loadPlan(id);
  const found = file.kind === "present" ? codec.read(file.text) : undefined;
  return found === undefined || "problems" in found ? undefined : found.document;
}

/** A readable text that cannot be stored. */
function unfitText(text: string): Problem | undefined {
  const problem = { severity: "error", kind: "wrong_value" } as const;
  if (!text.isWellFormed()) return { ...problem, message: "it holds half of a character (a lone surrogate)" };
  if (Buffer.byteLength(text) > LARGEST_TEXT) {
    return { ...problem, message: "it is larger than 8 MB", hint: "put large data into the context, or into files" };
  }
  return undefined;
}

function malformed(problems: Problem[]) {
  const errors = problems.filter(isError).length;
  return no("malformed", `This is not a plan yet: ${errors} ${errors === 1 ? "problem" : "problems"}.`, { problems });
}
