import type { NextAction } from "../lifecycle/next-action.ts";
import { isPlanId } from "../plan/plan.ts";
import { counted } from "../plan/quantities.ts";
import { DESK_JOURNAL } from "./file-store/project-paths.ts";
import type { Broken } from "./journal.ts";
import { no, type Outcome } from "./outcome.ts";
import type { PlanRow } from "./rows.ts";

type PlanProblem = NonNullable<PlanRow["problem"]>;

/** Why a journal is not trusted, without the number of a record. */
export type Distrust = Omit<Broken, "seq">;

/** How a person gets a journal back, or goes on without it. Every surface and message takes it from here. */
export interface WayBack {
  hint?: string;
  next: NextAction[];
}

/** Journals that are not trusted for the same reason. */
export interface BrokenGroup extends WayBack {
  journals: string[];
  /** The finding about the first of them. */
  broken: Distrust;
  /** A sentence about all of them. */
  words: string;
}

const VERIFY: NextAction = { move: "audit", flag: "verify", what: "see what is wrong with the journals" };

/** The refusal of an act that needs this journal. */
export function brokenJournal(name: string, broken: Broken): Outcome<never> {
  const { hint, next } = wayBack([name], broken);
  const isNamed = broken.kind === "missing" || broken.cause !== undefined;
  const message = isNamed
    ? `${name} cannot be used. ${broken.message}`
    : `The journal of ${name} is broken: ${broken.message}`;
  return no("broken_journal", message, { ...(hint && { hint }), next: [...next, VERIFY], facts: { ...broken } });
}

/** In the place of a status, in lists. */
export function brokenWords(problem: Partial<Pick<PlanProblem, "kind" | "cause">> = {}): string {
  if (problem.kind === "missing") return problem.cause === "file_left" ? "journal gone" : "gone";
  if (problem.cause === "moved") return "moved here";
  return problem.cause === "other_user" ? "another user's" : "broken journal";
}

/** The way back for journals with the same finding. */
export function wayBack(journals: readonly string[], { kind, cause, from }: Distrust): WayBack {
  const adopt = (what: string): NextAction => ({ move: "adopt", journals: inOrder(journals), what });
  const again = adopt("go on without the approvals, and sign again");
  switch (kind) {
    case "missing":
      return {
        hint: MISSING,
        next: [journals.length > 1 ? { move: "adopt", flag: "missing", what: LOSS } : adopt(LOSS)],
      };
    case "foreign":
      if (cause === "moved") return { next: [{ move: "adopt", about: from ?? "", what: "accept its journals here" }] };
      if (cause === "copied") return { hint: `Use ${from}, or sign again here.`, next: [again] };
      if (cause === "forgotten") return { hint: "Put back the newest backup of home.db.", next: [again] };
      if (cause === "put_aside") return { next: [adopt("put it aside again")] };
      return {
        hint: "If another machine wrote it, import what key export writes there.",
        next: [IMPORT, again],
      };
    case "unverified":
      if (cause === "other_user") return { hint: OTHER_USER, next: [IMPORT] };
      return { hint: "Put the key back from a backup, or import it from where it is.", next: [IMPORT, again] };
    case "replaced":
      if (cause === "other_user") return { hint: OTHER_USER, next: [] };
      return { hint: BACKUP, next: [again] };
    case "changed":
    case "cut":
      return { hint: BACKUP, next: [again] };
    case "newer":
      return { next: [] };
  }
}

const LOSS = "accept the loss";
const BACKUP = "Find out what changed it, and put the newest journal back from a backup.";
const MISSING =
  "Put .pi/plans back from a backup: only the journals hold approvals and results. If the plans were committed, git restore .pi/plans brings back their texts.";
const OTHER_USER =
  "Run countersign as that user: without sudo, and in a container with the same user id. Or import what key export writes as that user.";
const IMPORT: NextAction = { move: "import", what: "import the key and the heads" };

/** Journals that share a reason and a way back, each reason once; the largest group first. */
export function brokenGroups(found: readonly { journal: string; broken: Distrust }[]): BrokenGroup[] {
  const reasons = Map.groupBy(found, ({ journal, broken }) => reasonOf(journal, broken));
  const groups = [...reasons.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const journals = inOrder(group.map(({ journal }) => journal));
    const { broken } = first;
    return [{ journals, broken, words: wordsOf(journals, broken), ...wayBack(journals, broken) }];
  });
  return groups.sort((a, b) => b.journals.length - a.journals.length);
}

/** Findings about single records differ from journal to journal. */
function reasonOf(journal: string, { kind, cause, from, user }: Distrust): string {
  const isShared = kind === "missing" || cause !== undefined || kind === "unverified";
  return JSON.stringify(isShared ? [kind, cause, from, user] : [journal]);
}

function wordsOf(journals: readonly string[], { kind, cause, from, message }: Distrust): string {
  const [subject, isOne] = [subjectOf(journals), journals.length === 1];
  const names = firstOf(journals);
  if (kind === "missing" && cause === "file_left") {
    return `The ${isOne ? "journal" : "journals"} of ${subject} that this machine remembers ${isOne ? "is" : "are"} gone: ${names}.`;
  }
  if (kind === "missing")
    return `${subject} that this machine remembers ${isOne ? "is" : "are"} gone from this project: ${names}.`;
  if (cause === "moved") return `This project was moved here from ${from} with ${subject}: ${names}.`;
  return isOne ? `${names}: ${message}` : `${subject} cannot be trusted: ${names}. ${message}`;
}

/** "3 plans and 1 agent" */
function subjectOf(journals: readonly string[]): string {
  const plans = journals.filter(isPlanId).length;
  const desk = journals.includes(DESK_JOURNAL) ? 1 : 0;
  const agents = journals.length - plans - desk;
  const parts = [
    ...(plans > 0 ? [counted(plans, "plan")] : []),
    ...(agents > 0 ? [counted(agents, "agent")] : []),
    ...(desk > 0 ? [`the journal "${DESK_JOURNAL}"`] : []),
  ];
  return parts.join(" and ");
}

const MOST_NAMED = 5;

function firstOf(journals: readonly string[]): string {
  const more = journals.length - MOST_NAMED;
  return [...journals.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/** The desk's own journal first: it records what happens to the others. */
function inOrder(journals: readonly string[]): string[] {
  return [...journals].sort((a, b) => Number(b === DESK_JOURNAL) - Number(a === DESK_JOURNAL));
}
