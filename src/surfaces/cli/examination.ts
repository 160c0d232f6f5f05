import { accessSync, chmodSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { audit } from "../../desk/audit.ts";
import { brokenGroups } from "../../desk/broken-journal.ts";
import type { Desk } from "../../desk/desk.ts";
import { canLock, withoutLocksMessage } from "../../desk/file-locks.ts";
import { makePlaces, projectPaths } from "../../desk/file-store/project-paths.ts";
import { homeDatabaseFile } from "../../desk/home.ts";
import { inOwnDirectory, otherOwner } from "../../desk/home-owner.ts";
import { mayHaveSealed } from "../../desk/key-use.ts";
import { allKeys, type DamagedKey, damagedKeys, deleteEmptyKey, exposedKeys } from "../../desk/keyring.ts";
import { isSupportedNode, LOWEST_NODE } from "../../desk/node-version.ts";
import { clockChange } from "../../lifecycle/clock-change.ts";
import { adviceLines } from "../../lifecycle/next-action.ts";
import { defined } from "../../plan/defined.ts";
import { isError } from "../../plan/problem.ts";
import { counted, roughDuration } from "../../plan/quantities.ts";
import { shellWord } from "../../plan/shell-word.ts";
import { abandonedStores } from "../../run/snapshot/store.ts";
import { callAction } from "./call-action.ts";
import { settingsProblems } from "./settings-problems.ts";

/** One finding of the doctor. */
export interface Check {
  result: "good" | "fixed" | "note" | "bad";
  what: string;
  hint?: string;
}

/** Checks settings, keys, journals, plans and snapshots; `fix` fixes index, permissions and .gitignore. */
export async function examine(desk: Desk, { fix }: { fix: boolean }): Promise<Check[]> {
  const places = projectPaths(desk.project);
  const lockless = [places.state, desk.home.directory].filter((path) => existsSync(path) && !canLock(path));
  // Every other check would wait for a lock.
  if (lockless.length > 0)
    return lockless.map((path) => ({
      result: "bad",
      what: withoutLocksMessage(path),
      hint: "Nothing else was checked.",
    }));
  const checks = [
    ...(await looking("configuration", () => settings(desk))),
    // Before the home is opened: opening refuses one that other users can write to.
    ...(await looking("keys", () => [...directory(desk, fix), ...keys(desk, fix)])),
  ];
  if (!existsSync(places.plans)) checks.push(...(await looking("journals", () => unused(desk))));
  else {
    checks.push(
      ...(await looking(".gitignore", () => [ignored(places, fix)])),
      ...(await looking("journals", () => journals(desk))),
      ...(await looking("the clock", () => clock(desk))),
      ...(await looking("plans", () => plans(desk, fix))),
      ...(await looking("the plans' directories", () => [writable(places)])),
    );
  }
  return [
    nodeCheck(process.versions.node, process.execPath),
    { result: "good", what: `project ${desk.project}` },
    { result: "good", what: "file locks" },
    ...checks,
    ...snapshots(desk),
  ];
}

export function nodeCheck(version: string, path: string): Check {
  const what = `Node ${version} (${path})`;
  if (isSupportedNode(version)) return { result: "good", what: `${what}, supported from ${LOWEST_NODE} on` };
  const hint = `Install Node ${LOWEST_NODE} or newer: https://nodejs.org`;
  return { result: "bad", what: `${what} is older than ${LOWEST_NODE}`, hint };
}

/** A check that throws is a finding, too. */
async function looking(what: string, check: () => Check[] | Promise<Check[]>): Promise<Check[]> {
  try {
    return await check();
  } catch (error) {
    const hint = "Fix this first: it prevents the rest of this check.";
    return [{ result: "bad", what: `${what}: ${(error as Error).message}`, hint }];
  }
}

/** Without a directory of plans, there may be journals that this machine remembers. */
async function unused(desk: Desk): Promise<Check[]> {
  const lost = existsSync(homeDatabaseFile(desk.home)) ? await brokenOnes(desk) : [];
  return lost.length > 0 ? lost : [{ result: "note", what: "no plans here yet", hint: "countersign propose plan.md" }];
}

async function settings(desk: Desk): Promise<Check[]> {
  const problems = await settingsProblems(desk);
  if (problems.length === 0) return [{ result: "good", what: "configuration" }];
  return problems.map((problem) => ({
    result: isError(problem) ? "bad" : "note",
    what: `${problem.file.replace(`${desk.project}/`, "")}: ${problem.path ? `${problem.path}: ` : ""}${problem.message}`,
    hint: isError(problem) ? WRONG : (problem.hint ?? ""),
  }));
}

const WRONG =
  "Correct the file: until then no plan can be proposed or approved, and an unreadable setting has its strictest value.";

function directory({ home }: Desk, fix: boolean): Check[] {
  const stats = inOwnDirectory(home.directory, () => statSync(home.directory, { throwIfNoEntry: false }));
  const other = stats && otherOwner(home.directory);
  const notes = other ? [ofAnotherUser(home.directory, other)] : [];
  const mode = stats?.mode ?? 0;
  if (process.platform === "win32" || (mode & 0o077) === 0) return notes;
  if (fix) chmodSync(home.directory, 0o700);
  const may = mode & 0o022 ? "write to" : "read";
  return [...notes, openToOthers(`other users can ${may} ${home.directory}, which holds the key`, fix)];
}

/** Root, or a user of a container, may be able to use it nevertheless. */
function ofAnotherUser(directory: string, { owner, own }: { owner: string; own: string }): Check {
  return {
    result: "note",
    what: `${directory} belongs to ${owner}, and you are ${own}`,
    hint: "Run the command as that user: files that you make there and in the project may be closed to them.",
  };
}

function keys(desk: Desk, fix: boolean): Check[] {
  const { home } = desk;
  const mode = statSync(home.directory, { throwIfNoEntry: false })?.mode ?? 0;
  // `directory` reports it, and the home would refuse to open.
  if (process.platform !== "win32" && (mode & 0o022) !== 0) return [];
  const exposed = exposedKeys(home);
  if (fix) for (const path of exposed) chmodSync(path, 0o600);
  const findings = damagedKeys(home).map((key) => damagedKey(desk, key, fix));
  if (exposed.length > 0) findings.push(openToOthers(`other users can read ${exposed.join(", ")}`, fix));
  if (findings.some(({ result }) => result === "bad")) return findings;
  const [current] = allKeys(home);
  return [...findings, { result: "good", what: `key ${current?.id} in ${home.directory}` }];
}

/** An empty file that sealed no record is what a full disk left of a first key. Any other is evidence: a person decides. */
function damagedKey(desk: Desk, key: DamagedKey, fix: boolean): Check {
  const isUnused = key.isEmpty && !mayHaveSealed(desk.homeDatabase(), key.id);
  if (!isUnused) {
    const hint =
      "Put it back from a backup, or import it from another machine (countersign key import FILE). Without a copy, move the file away: then countersign doctor names the journals that no longer verify.";
    return { result: "bad", what: `the key file ${key.path} is damaged, and records may be sealed with it`, hint };
  }
  if (fix) deleteEmptyKey(desk.home, key);
  const hint = fix ? "Deleted; no record was sealed with it." : "countersign doctor --fix";
  const what = `the key file ${key.path} is empty: the disk was full when it was written`;
  return { result: fix ? "fixed" : "bad", what, hint };
}

function openToOthers(what: string, fix: boolean): Check {
  const rotate = "if this machine has other users, also: countersign key rotate";
  return { result: fix ? "fixed" : "bad", what, hint: fix ? `Now, ${rotate}` : `countersign doctor --fix; ${rotate}` };
}

function writable(places: ReturnType<typeof projectPaths>): Check {
  const directories = [places.plans, places.archive, places.sessions, places.unfinished, places.state];
  const closed = directories.filter((path) => existsSync(path) && !mayWrite(path));
  if (closed.length === 0) return { result: "good", what: "the plans' directories are writable" };
  return {
    result: "bad",
    what: `read-only: ${closed.join(", ")}`,
    hint: "Make them writable to record changes; until then plans can only be listed and shown.",
  };
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function ignored(places: ReturnType<typeof projectPaths>, fix: boolean): Check {
  if (existsSync(join(places.plans, ".gitignore")))
    return { result: "good", what: ".gitignore keeps journals out of git" };
  if (fix) makePlaces(places);
  return {
    result: fix ? "fixed" : "bad",
    what: "no .gitignore in .pi/plans: git may add journals",
    hint: "countersign doctor --fix",
  };
}

async function journals(desk: Desk): Promise<Check[]> {
  const broken = await brokenOnes(desk);
  if (broken.length > 0) return broken;
  const { length } = await desk.store.journalNames();
  return [{ result: "good", what: `all ${counted(length, "journal")} verified` }];
}

/** Each reason once, with the way back. */
async function brokenOnes(desk: Desk): Promise<Check[]> {
  const { journals } = await audit(desk);
  const found = journals.flatMap(({ journal, broken }) => (broken ? [{ journal, broken }] : []));
  return brokenGroups(found).map(({ words, hint, next }) => ({
    result: "bad",
    what: words,
    hint: [...(hint ? [hint] : []), ...adviceLines(next, callAction)].join("\n"),
  }));
}

/** How long the doctor tells that the clock was set. */
const CLOCK_TOLD_DAYS = 7;

async function clock(desk: Desk): Promise<Check[]> {
  const now = desk.moment();
  const { rows } = await desk.store.listPlans({ limit: 1 });
  const [newest] = rows;
  const change = newest && clockChange({ updated_at: newest.updated_at }, { at: now.at });
  const time = `the clock says ${now.at.slice(0, 16).replace("T", " ")}`;
  if (newest && change && change.by_seconds < 0) {
    const behind = roughDuration(-change.by_seconds);
    return [{ result: "bad", what: `${time}, ${behind} before the newest record, of ${newest.id}`, hint: SET_CLOCK }];
  }
  const since = new Date(Date.parse(now.at) - CLOCK_TOLD_DAYS * 24 * 3600 * 1000).toISOString();
  const { entries } = await audit(desk, { action: ["clock_set"], since });
  const last = entries.at(-1);
  if (last === undefined) return [{ result: "good", what: `${time}, after all records` }];
  const what = `the clock was ${last.detail} on ${last.at.slice(0, 10)}, as ${last.journal} records`;
  return [{ result: "note", what, hint: `Nothing expired by that. Now ${time}: if that is wrong, set it.` }];
}

const SET_CLOCK = "Set the clock (Linux: timedatectl set-ntp true). Nothing expires by the difference.";

async function plans(desk: Desk, fix: boolean): Promise<Check[]> {
  if (fix) await desk.store.rebuild();
  const index: Check[] = fix ? [{ result: "fixed", what: "index rebuilt from the files" }] : [];
  const unreadable: Check[] = [];
  let total = 0;
  const pages = [false, true].map((archived) => ({ limit: 500, archived, after: undefined as string | undefined }));
  for (let query = pages.shift(); query !== undefined; query = pages.shift()) {
    const { after, ...rest } = query;
    const page = await desk.plans({ ...rest, ...defined({ after }) });
    total += page.rows.length;
    for (const { id, problem } of page.rows) {
      if (problem?.kind !== "unreadable") continue;
      const line = problem.line === undefined ? "" : `line ${problem.line}: `;
      unreadable.push({
        result: "bad",
        what: `${id}.md cannot be read: ${line}${problem.message}`,
        hint: `countersign edit ${id}`,
      });
    }
    if (page.next !== undefined) pages.push({ ...query, after: page.next });
  }
  return [
    ...index,
    ...(unreadable.length > 0
      ? unreadable
      : [{ result: "good" as const, what: `all ${counted(total, "plan")} readable` }]),
  ];
}

/**
 * Snapshots of repositories that do not exist. Countersign never removes them: a repository that was moved, or whose disk is
 * not mounted, still needs them.
 */
function snapshots(desk: Desk): Check[] {
  return abandonedStores(desk.home.directory).map(({ store, repository }) => ({
    result: "note",
    what: `snapshots of ${repository}, which does not exist`,
    hint: `If it was removed, and not moved: rm -rf ${shellWord(store)}`,
  }));
}
