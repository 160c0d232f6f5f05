import { existsSync, lstatSync, realpathSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { isPlanId, type PlanId } from "../../plan/plan.ts";
import { makeDirectory } from "../durable.ts";

/** The paths of a project. An id becomes part of a path only here, and only after it was checked. */
export interface ProjectPaths {
  project: string;
  plans: string;
  archive: string;
  sessions: string;
  artifacts: string;
  /** Staged files; any that is found here under the lock was left by a dead process. */
  unfinished: string;
  /**
   * A directory for the database alone: files that SQLite creates and removes must not change the times of the plans'
   * directory.
   */
  state: string;
  database: string;
  plan(id: PlanId, place: "plans" | "archive"): string;
  journal(name: string): string;
  artifactsOf(id: PlanId): string;
}

const AGENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The journal of acts on the whole desk. */
export const DESK_JOURNAL = "desk";

/** An agent's id becomes a file name: no separators, no leading dots, nothing that looks like a plan's id. */
export function isAgentId(value: unknown): value is string {
  return (
    typeof value === "string" &&
    AGENT.test(value) &&
    !/^plan-/i.test(value) &&
    value.toLowerCase() !== DESK_JOURNAL &&
    !value.endsWith(".")
  );
}

/** The journal of a plan, as its file names it: relative to the project, and so the same on every machine. */
export function journalInProject(id: PlanId): string {
  if (!isPlanId(id)) throw new Error(`${JSON.stringify(id)} is not a plan id.`);
  return `.pi/plans/sessions/${id}.jsonl`;
}

export function projectPaths(project: string): ProjectPaths {
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
    // Concatenated, not joined: a list needs a hundred paths before its first line is shown.
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

/**
 * Makes the directories and keeps machine-specific files out of git. The file for readers is written only with the directory:
 * where another branch is checked out that does not have it, git would refuse to go back to the one that has.
 */
export function makePlaces(places: ProjectPaths): void {
  const { plans, archive, sessions, artifacts, unfinished, state } = places;
  if (!existsSync(plans)) {
    makeDirectory(plans);
    writeNew(join(plans, ".gitignore"), GITIGNORE);
  }
  for (const path of [archive, sessions, artifacts, unfinished, state]) if (!existsSync(path)) makeDirectory(path);
  for (const path of ofMachine(places)) writeNew(path, IGNORES_ITSELF);
}

/** In each directory that keeps files which are not for git: they keep the directory, and themselves, out of it. */
export function ofMachine({ sessions, state }: ProjectPaths): string[] {
  return [sessions, state].map((path) => join(path, ".gitignore"));
}

function writeNew(path: string, text: string): void {
  if (existsSync(path)) return;
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    // Another process made the file, or removed the directory: what is derived may be deleted at any time.
    if (!["EEXIST", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

const IGNORES_ITSELF = "*\n";

const GITIGNORE = `# Written by Countersign: plans and templates are for git, what happened to them stays on this machine.
sessions/
.unfinished/
.state/
`;

/** The first link that leaves the project. Writing through one is refused before any file changes. */
export function escapingLink(places: ProjectPaths): string | undefined {
  const { archive, sessions, artifacts, unfinished, state, database } = places;
  const files = [database, `${database}-wal`, `${database}-shm`, `${database}-journal`];
  return (
    [join(places.project, ".pi"), places.plans].find((path) => leaves(path, places.project)) ??
    [archive, sessions, artifacts, unfinished, state, ...files].find((path) => leaves(path, places.plans))
  );
}

/** Whether a link at `path` leads out of `root`, or to no file. */
export function leaves(path: string, root: string): boolean {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  try {
    return !`${realpathSync(path)}${sep}`.startsWith(`${realpathSync(root)}${sep}`);
  } catch {
    return true;
  }
}
