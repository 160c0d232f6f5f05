import { createHash } from "node:crypto";
import type { RequestId } from "../../../lifecycle/request.ts";
import { defined } from "../../../plan/defined.ts";
import type { Digest } from "../../../plan/digest.ts";
import { isPlanId, type PlanId } from "../../../plan/plan.ts";
import { LIMITS } from "../limits.ts";

/** The text that a card shows: a click is about this text only. */
export interface ShownText {
  id: PlanId;
  revision: number;
  digest: Digest;
}

export const PLAN_VERBS = [
  /** Asks; `sign` is the second act, which approves. */
  "approve",
  "sign",
  "options",
  "changes",
  "comment",
  "reject",
  "edit",
  "details",
  "commands",
  /** What the author of a reply to the card meant by it. */
  "said_changes",
  "said_agent",
  "step",
  "reopen",
  "start",
  "pause",
  "resume",
  "retry",
  "retry_step",
  "skip_step",
  "fail_step",
  "fail",
  "rollback",
  "clone",
  "cancel",
] as const;
export type PlanVerb = (typeof PLAN_VERBS)[number];

/** `choose` names an option by its index or a word, `pick` is a menu of indexes, `words` opens a form, `show` the request. */
export const REQUEST_VERBS = ["choose", "pick", "words", "refuse_words", "show"] as const;
export type RequestVerb = (typeof REQUEST_VERBS)[number];

/** The custom id of a button, a menu or a form. It holds everything that the act needs, so that it works after a restart. */
export type CustomId =
  /** `about` is the index of a step or command in that text; of what signs, how many commands the card shows. */
  | ({ on: "plan"; verb: PlanVerb; about?: number } & ShownText)
  | { on: "request"; verb: RequestVerb; request: RequestRef; about?: string }
  /** `shown` is the hash of the preview: exactly that is rolled back. */
  | { on: "rollback"; id: PlanId; range: RollBackRange; shown: string }
  | { on: "plans"; after: string };

/** Which steps are rolled back: all, all with every other file, or the one with this index. */
export type RollBackRange = "all" | "everything" | number;

/** A request's id, or the hash of one that is too long for a button. */
export type RequestRef = string;

export function planCustomId(verb: PlanVerb, { id, revision, digest }: ShownText, about?: number): string {
  const hash = Buffer.from(digest.replace(/^sha256:/, ""), "hex").toString("base64url");
  return [SCHEME, verb, id, revision, hash, ...(about === undefined ? [] : [about])].join(":");
}

export function requestCustomId(verb: RequestVerb, id: RequestId, about?: string): string {
  return [SCHEME, verb, refOf(id), ...(about === undefined ? [] : [about])].join(":");
}

export function rollBackCustomId(id: PlanId, range: RollBackRange, shown: string): string {
  return [SCHEME, "rollback_now", id, range, shown].join(":");
}

/** The next page of a list; `after` is the `next` of this one. */
export function plansCustomId(after: string): string {
  return `${SCHEME}:plans:${after}`.slice(0, LIMITS.customId);
}

/** Undefined for an id that is not ours. */
export function parseCustomId(text: string): CustomId | undefined {
  const [scheme, verb = "", subject = "", ...rest] = text.split(":");
  if (scheme !== SCHEME) return undefined;
  if (verb === "plans") return { on: "plans", after: [subject, ...rest].join(":") };
  if (verb === "rollback_now") return rollBackIn(subject, rest);
  if (isOneOf(REQUEST_VERBS, verb)) {
    const [about, ...more] = rest;
    if (subject === "" || more.length > 0) return undefined;
    return { on: "request", verb, request: subject, ...defined({ about }) };
  }
  if (!isOneOf(PLAN_VERBS, verb) || !isPlanId(subject)) return undefined;
  const [revision = "", hash = "", place, ...more] = rest;
  if (!/^[1-9]\d{0,8}$/.test(revision) || !/^[\w-]{43}$/.test(hash) || more.length > 0) return undefined;
  if (place !== undefined && !/^\d{1,6}$/.test(place)) return undefined;
  const digest: Digest = `sha256:${Buffer.from(hash, "base64url").toString("hex")}`;
  const shown = { id: subject, revision: Number(revision), digest };
  return { on: "plan", verb, ...shown, ...(place !== undefined && { about: Number(place) }) };
}

function rollBackIn(id: string, [range = "", shown = "", ...more]: readonly string[]): CustomId | undefined {
  if (!isPlanId(id) || !/^[\w-]{22}$/.test(shown) || more.length > 0) return undefined;
  if (range === "all" || range === "everything") return { on: "rollback", id, range, shown };
  return /^\d{1,6}$/.test(range) ? { on: "rollback", id, range: Number(range), shown } : undefined;
}

export function isOfRequest(ref: RequestRef, id: RequestId): boolean {
  return refOf(id) === ref;
}

export function refOf(id: RequestId): RequestRef {
  if (id.length <= LONGEST_REF && !id.includes(":")) return id;
  return `#${createHash("sha256").update(id).digest("base64url")}`;
}

const SCHEME = "cs1";

/** Leaves room for the longest verb and `about`. */
const LONGEST_REF = 72;

function isOneOf<Word extends string>(words: readonly Word[], word: string): word is Word {
  return (words as readonly string[]).includes(word);
}
