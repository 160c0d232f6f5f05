import { existsSync, lstatSync, realpathSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { makeDirectory } from "../durable.ts";

/** Where things are. An id becomes part of a path only here, and only after it was checked. */
export interface Places {
  project: string;
  plans: string;
  archive: string;
  sessions: string;
  artifacts: string;
  /** Files that are not finished; whatever is found here under the lock was left by a dead process. */
  unfinished: string;
  /** A directory of its own for the database: the files SQLite makes and removes must not make the plans look changed. */
  state: string;
  database: string;
  plan(id: PlanId, place: "plans" | "archive"): string;
  journal(name: string): string;
  artifactsOf(id: PlanId): string;
}

const AGENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The journal of acts that concern the whole desk. */
export const DESK_JOURNAL = "desk";

/** An agent's id becomes a file name: no separators, no dots in front, nothing that looks like a plan's. */
export function isAgentId(value: unknown): value is string {
  return (
    typeof value === "string" &&
    AGENT.test(value) &&
    !/^plan-/i.test(value) &&
    value.toLowerCase() !== DESK_JOURNAL &&
    !value.endsWith(".")
  );
}

export function placesOf(project: string): Places {
  const plans = join(project, ".pi", "plans");
  const sessions = join(plans, "sessions");
  const archive = join(plans, "archive");
  const artifacts = join(plans, "artifacts");
  const checked = (id: PlanId): PlanId => {
    if (!isPlanId(id)) throw new Error(`${JSON.stringify(id)} is not a plan id.`);
    return id;
  };
  return {
    project,
    plans,
    archive,
    sessions,
    artifacts,
    unfinished: join(plans, ".unfinished"),
    state: join(plans, ".state"),
    database: join(plans, ".state", "state.db"),
    // Put together by hand: a list asks for a hundred of them before the first line is shown.
    plan: (id, place) => `${place === "plans" ? plans : archive}${sep}${checked(id)}.md`,
    journal: (name) => {
      if (!isPlanId(name) && !isAgentId(name) && name !== DESK_JOURNAL) {
        throw new Error(`${JSON.stringify(name)} has no journal.`);
      }
      return `${sessions}${sep}${name}.jsonl`;
    },
    artifactsOf: (id) => join(artifacts, checked(id)),
  };
}

/** Makes the directories and keeps what belongs to this machine out of git. */
export function makePlaces(places: Places): void {
  for (const path of [
    places.plans,
    places.archive,
    places.sessions,
    places.artifacts,
    places.unfinished,
    places.state,
  ]) {
    if (!existsSync(path)) makeDirectory(path);
  }
  const ignored = join(places.plans, ".gitignore");
  if (existsSync(ignored)) return;
  try {
    writeFileSync(ignored, GITIGNORE, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

const GITIGNORE = `# Written by Countersign: plans and templates are for git, what happened to them stays on this machine.
sessions/
.unfinished/
.state/
`;

/** Something that is a link to somewhere else could make us write there: refused before anything is touched. */
export function linkedAway(places: Places): string | undefined {
  const { archive, sessions, artifacts, unfinished, state, database } = places;
  const files = [database, `${database}-wal`, `${database}-shm`, `${database}-journal`];
  return (
    [join(places.project, ".pi"), places.plans].find((path) => leaves(path, places.project)) ??
    [archive, sessions, artifacts, unfinished, state, ...files].find((path) => leaves(path, places.plans))
  );
}

/** Whether a link at `path` leads out of `root`, or nowhere. */
export function leaves(path: string, root: string): boolean {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  try {
    return !`${realpathSync(path)}${sep}`.startsWith(`${realpathSync(root)}${sep}`);
  } catch {
    return true;
  }
}
