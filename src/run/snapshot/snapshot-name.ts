import { isPlanId, type PlanId, type StepId } from "../../plan/plan.ts";

/** Why a snapshot was taken. */
export type SnapshotName =
  | "before"
  /** At the beginning or the end of a step's wait for a person. */
  | "waiting"
  | "before rollback"
  | "after rollback"
  /** After a step, by its attempt. */
  | { step: StepId; attempt: number };

export const REFS = "refs/countersign";

/** All refs of a plan, or of one of its runs, are below this. */
export function refsOf(plan: PlanId, run?: string): string {
  if (!isPlanId(plan)) throw new Error(`${JSON.stringify(plan)} is not a plan id.`);
  return [REFS, plan, ...(run === undefined ? [] : [safe(run)])].join("/");
}

/** `refs/countersign/PLAN-1a2b3c4d/<run>/0002-add-tests.1`. */
export function refName(plan: PlanId, run: string, number: number, name: SnapshotName): string {
  const word = typeof name === "string" ? name.replace(" ", "-") : `${safe(name.step)}.${name.attempt}`;
  return `${refsOf(plan, run)}/${String(number).padStart(4, "0")}-${word}`;
}

/** Parses a ref of ours; undefined for any other ref. */
export function parseRef(ref: string): { run: string; number: number; name: SnapshotName } | undefined {
  const pattern =
    /^refs\/countersign\/[^/]+\/([^/]+)\/(\d{4,9})-(?:(before|waiting|before-rollback|after-rollback)|(.+)\.(\d+))$/;
  const [, run, number, word, step, attempt] = pattern.exec(ref) ?? [];
  const plain = { run: plainOf(run), step: plainOf(step) };
  if (plain.run === undefined) return undefined;
  const base = { run: plain.run, number: Number(number) };
  if (plain.step !== undefined) return { ...base, name: { step: plain.step, attempt: Number(attempt) } };
  if (word === undefined) return undefined;
  return { ...base, name: word.replace("-", " ") as Extract<SnapshotName, string> };
}

/** Escapes a text as part of a ref's name: git forbids dots, spaces and some other characters there. */
function safe(text: string): string {
  if (text === "") throw new Error("A snapshot needs the ids of its run and step.");
  return text.replace(/[^A-Za-z0-9_-]/gu, (sign) => encodeURIComponent(sign).replace(/^[^%]$/, hexOf));
}

function hexOf(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

function plainOf(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
