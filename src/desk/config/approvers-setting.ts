import type { Approvers } from "../../lifecycle/approvers.ts";
import { checkShape, isObject } from "../../plan/check-shape.ts";
import { keyPath } from "../../plan/data-path.ts";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";

const WORD = { enum: ["anyone", "requester"] } as const;

const LIST = {
  type: "array",
  minItems: 1,
  items: {
    type: "string",
    pattern: "^(?:[^:\\s\\p{C}]{1,64}|[a-z][a-z0-9-]*:[^\\s\\p{C}]{1,128})$",
    description: "a person's name, surface:id, or role:name",
  },
} as const;

const OBJECT = {
  type: "object",
  additionalProperties: false,
  properties: {
    from: { anyOf: [WORD, LIST] },
    quorum: { type: "integer", minimum: 1, maximum: 100, description: "how many different persons must countersign" },
    exclude_requester: { type: "boolean", description: "the requester and the author of a plan cannot countersign it" },
  },
} as const;

/** `"anyone"`, `"requester"`, a list, or an object with more fields. */
export const ApproversSetting = { anyOf: [WORD, LIST, OBJECT] } as const;

// A list has a check of its own, which can suggest the intended value.
const PARTS = { ...OBJECT, properties: { ...OBJECT.properties, from: {} } } as const;

/** The approvers in one file; fields that it does not mention keep their values. */
export type SomeApprovers = Partial<Approvers>;

/** Parses approvers; keeps the valid parts of a wrong value. */
export function parseApprovers(written: unknown, path: string): { some: SomeApprovers; problems: Problem[] } {
  if (!isObject(written)) {
    return { some: rightFrom(written), problems: checkFrom(written, path) };
  }
  const { from: list, ...rest } = written;
  const problems = list === undefined ? [] : checkFrom(list, keyPath(path, "from"));
  const some = rightFrom(list);
  for (const [part, value] of Object.entries(rest)) {
    const wrong = checkShape(PARTS, { [part]: value }, path);
    if (wrong.length === 0) Object.assign(some, { [part]: value });
    problems.push(...wrong);
  }
  return { some, problems };
}

/** The valid entries of a list; if all are wrong, there is no list. */
function rightFrom(written: unknown): SomeApprovers {
  const right = Array.isArray(written) ? written.filter((entry) => checkShape(LIST, [entry]).length === 0) : written;
  return checkFrom(right, "").length === 0 ? { from: unique(right) } : {};
}

function checkFrom(written: unknown, path: string): Problem[] {
  if (Array.isArray(written)) return checkShape(LIST, written, path);
  if (typeof written === "string" && checkShape(WORD, written).length === 0) return [];
  const [problem] = checkShape(WORD, written, path);
  const hint =
    problem?.hint ?? (checkShape(LIST, [written]).length === 0 ? `write [${quoted(written)}] for a list` : undefined);
  const message = `${path} must be "anyone", "requester" or a list, not ${quoted(written)}`;
  return [{ severity: "error", kind: "wrong_value", message, path, ...(hint && { hint }) }];
}

/** One person listed twice is still one person. */
function unique(checked: unknown): Approvers["from"] {
  return Array.isArray(checked) ? [...new Set(checked)] : (checked as "anyone" | "requester");
}

/**
 * A project's approvers, limited by its user's: it may name fewer persons or need more signatures, never name others.
 * The requester is one of "anyone", but cannot replace a list or be added to one: the requester of the next plan is
 * not known yet.
 */
export function tightenApprovers(base: Approvers, wish: SomeApprovers): { approvers: Approvers; looser: string[] } {
  const approvers = { ...base };
  const looser: string[] = [];
  if (wish.from !== undefined && base.from === "anyone") approvers.from = wish.from;
  else if (Array.isArray(wish.from) && Array.isArray(base.from)) {
    const allowed = new Set(base.from);
    const kept = wish.from.filter((entry) => allowed.has(entry));
    if (kept.length > 0) approvers.from = kept;
    looser.push(...wish.from.filter((entry) => !allowed.has(entry)).map((entry) => `from: ${quoted(entry)}`));
  } else if (wish.from !== undefined && wish.from !== base.from) looser.push(`from: ${quoted(wish.from)}`);

  if (wish.quorum !== undefined && wish.quorum < base.quorum) looser.push(`quorum: ${wish.quorum}`);
  else approvers.quorum = wish.quorum ?? base.quorum;

  if (wish.exclude_requester === false && base.exclude_requester) looser.push("exclude_requester: false");
  else approvers.exclude_requester = wish.exclude_requester ?? base.exclude_requester;
  return { approvers, looser };
}

/** Why no person could ever countersign under these approvers, if so. */
export function unreachable({ from, quorum, exclude_requester }: Approvers): string | undefined {
  if (from === "requester" && exclude_requester)
    return "only the requester may countersign, and the requester is excluded";
  const most = from === "requester" ? 1 : Array.isArray(from) && !from.some(isRole) ? from.length : undefined;
  return most !== undefined && quorum > most
    ? `the quorum is ${quorum}, but there are only ${most} approvers`
    : undefined;
}

function isRole(entry: string): boolean {
  return entry.startsWith("role:");
}
