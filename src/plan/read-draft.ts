import { isObject } from "./check-shape.ts";
import { indexPath, keyPath } from "./data-path.ts";
import { draftIds } from "./draft-ids.ts";
import { nearest } from "./nearest.ts";
import { isPlanId } from "./plan.ts";
import type { Problem } from "./problem.ts";
import { quoted } from "./quoted.ts";
import { readFlag } from "./read-flag.ts";
import { titleFrom } from "./title-from.ts";

type Draft = Record<string, unknown>;

// Fields that only the journal defines. A draft that has them gets a warning, and they are ignored.
const PLAN_CLAIMS =
  "status version revision digest format created_at updated_at approved_by approved_at execution_session execution_started_at execution_ended_at result_summary reviews review_history";
const STEP_CLAIMS = "status notes result started_at completed_at";
const DECISION_CLAIMS = "status selections resolved";

/**
 * A draft in any of the forms that models write, converted to the form of a plan: alternative names are translated,
 * missing ids and titles are made up, status claims are dropped. Unknown content is left for the check.
 */
export function readDraft(input: Draft, id: string): { draft: Draft; problems: Problem[] } {
  const claims = new Claims();
  const { plan_id, context_notes, ...rest } = claims.drop(input, PLAN_CLAIMS, "");
  const decisions = readDecisions(rest.decisions, claims);
  const steps = readSteps(rest.steps, decisions.resolve, claims);
  const context = readContext(rest.context, context_notes);
  const own = rest.id ?? plan_id;
  const problems = claims.warnings();
  if (own !== undefined && own !== null && own !== id && !isPlanId(own)) {
    const message = `${quoted(own)} is no plan id (PLAN- and eight letters or digits): the plan gets ${quoted(id)}`;
    problems.push({ severity: "warning", kind: "ignored_id", message, path: "id" });
  }
  const draft = given({ ...rest, id: isPlanId(own) ? own : id, steps, decisions: decisions.list, context });
  return { draft: { ...draft, ...given({ title: titleOf(draft) }) }, problems };
}

function titleOf({ title, goal, summary, steps }: Draft): unknown {
  if (!isBlank(title)) return title;
  const first = Array.isArray(steps) && isObject(steps[0]) ? steps[0].title : undefined;
  const source = [goal, summary, first].find((text) => typeof text === "string" && text.trim() !== "");
  return typeof source === "string" ? titleFrom(source) : title;
}

function readSteps(value: unknown, decision: (reference: unknown) => unknown, claims: Claims): unknown {
  if (!Array.isArray(value)) return value;
  const written = value.map((step) => (typeof step === "string" ? { description: step } : step));
  const { ids, resolve } = draftIds(
    written.map((step) => (isObject(step) ? (step.id ?? step.step_id) : undefined)),
    "step",
  );
  return written.map((step, position) => {
    if (!isObject(step)) return step;
    const { step_id, tool, commit, ...rest } = claims.drop(step, STEP_CLAIMS, indexPath("steps", position));
    const { depends_on, decision_id, mode, risk, tools } = rest;
    return given({
      ...rest,
      id: ids[position],
      ...titleAndDescription(rest),
      mode: lowerCase(mode),
      risk: lowerCase(risk),
      ...commitsOf(rest, commit),
      tools: isBlank(tool) ? tools : withTool(tools, tool),
      depends_on: Array.isArray(depends_on) ? depends_on.map(resolve) : depends_on,
      decision_id: isBlank(decision_id) ? decision_id : decision(decision_id),
    });
  });
}

/** `commit` means the same if it is not a message. */
function commitsOf({ commits }: Draft, commit: unknown): Draft {
  const flag = (value: unknown) => (typeof value === "string" ? readFlag(value) : value);
  const other = flag(commit);
  const isFlag = typeof other === "boolean" && isBlank(commits);
  return { commits: isFlag ? other : flag(commits), ...(!isFlag && { commit }) };
}

/** A description no longer than a title becomes the title. */
function titleAndDescription({ title, description }: Draft): Draft {
  if (!isBlank(title) || typeof description !== "string" || isBlank(description)) return { title, description };
  const made = titleFrom(description);
  return { title: made, description: made === description ? undefined : description };
}

function withTool(tools: unknown, tool: unknown): unknown {
  if (isBlank(tools)) return [tool];
  return Array.isArray(tools) && !tools.includes(tool) ? [tool, ...tools] : tools;
}

function readDecisions(value: unknown, claims: Claims): { list: unknown; resolve: (reference: unknown) => unknown } {
  const isMap = isObject(value);
  const written = isMap ? Object.entries(value) : Array.isArray(value) ? [...value.entries()] : [];
  const { ids, resolve } = draftIds(
    written.map(([key, decision]) =>
      isObject(decision) ? (decision.decision_id ?? decision.id ?? (isMap ? key : undefined)) : undefined,
    ),
    "decision",
  );
  const list = written.map(([key, decision], position) => {
    if (!isObject(decision)) return decision;
    const path = isMap ? keyPath("decisions", String(key)) : indexPath("decisions", position);
    const { id, ...rest } = claims.drop(decision, DECISION_CLAIMS, path);
    const { header, options, default: byDefault } = rest;
    return given({
      ...rest,
      decision_id: ids[position],
      header: isBlank(header) ? headerFrom(ids[position]) : header,
      options: Array.isArray(options) ? options.map(readOption) : options,
      default: typeof byDefault === "string" && byDefault !== "" ? [byDefault] : byDefault,
    });
  });
  return { list: isMap || Array.isArray(value) ? list : value, resolve };
}

/** `auth_method` → `Auth method`: surfaces always show it with the question. */
function headerFrom(id = ""): string {
  const words = id.replace(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function readOption(option: unknown): unknown {
  return typeof option === "string" ? { label: option } : option;
}

const CONTEXT_KEYS = ["tool_outputs", "notes", "artifacts"];

function readContext(value: unknown, written: unknown): unknown {
  const isList = Array.isArray(written) && written.every((note) => typeof note === "string");
  const notes = isList ? written.join("\n") : written;
  const context = typeof value === "string" ? { notes: value } : isObject(value) ? ownContext(value) : value;
  if (isBlank(notes)) return context;
  if (isBlank(context)) return { notes };
  if (!isObject(context)) return context;
  if (isBlank(context.notes)) return { ...context, notes };
  return typeof context.notes === "string" ? { ...context, notes: `${context.notes}\n\n${notes}` } : context;
}

/** Context under free names is read as tool outputs of those names; unless a key looks misspelled. */
function ownContext(context: Draft): Draft {
  const keys = Object.keys(context);
  if (keys.some((key) => nearest(key, CONTEXT_KEYS) !== undefined)) return context;
  const outputs = Object.entries(context).map(([name, output]) => {
    const isOutput = isObject(output) && Object.hasOwn(output, "data");
    return [name, isOutput ? output : { data: output }] as const;
  });
  return { tool_outputs: Object.fromEntries(outputs) };
}

/** Collects status claims of the draft, to warn once for each key and not for each step. */
class Claims {
  readonly #found = new Map<string, { path: string; count: number }>();

  drop(value: Draft, keys: string, path: string): Draft {
    const claimed = new Set(keys.split(" "));
    const pairs = Object.entries(value).filter(([key, item]) => {
      if (!claimed.has(key)) return true;
      if (!isBlank(item) && item !== false) this.#add(key, keyPath(path, key));
      return false;
    });
    return Object.fromEntries(pairs);
  }

  warnings(): Problem[] {
    return [...this.#found].map(([key, { path, count }]) => ({
      severity: "warning",
      kind: "ignored_claim",
      message: `${quoted(key)} cannot be set in a draft: ignored${count > 1 ? ` (${count} times)` : ""}`,
      path,
    }));
  }

  #add(key: string, path: string): void {
    const found = this.#found.get(key);
    if (found) found.count++;
    else this.#found.set(key, { path, count: 1 });
  }
}

function lowerCase(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === "string" ? value.trim() === "" : Array.isArray(value) && value.length === 0;
}

/** By entries, not by assignment: a model may call a key `__proto__`. */
function given(value: Draft): Draft {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
}
