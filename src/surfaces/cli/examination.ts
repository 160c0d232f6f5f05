import { accessSync, chmodSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { audit } from "../../desk/audit.ts";
import type { Desk } from "../../desk/desk.ts";
import { makePlaces, projectPaths } from "../../desk/file-store/project-paths.ts";
import { allKeys, exposedKeys } from "../../desk/keyring.ts";
import { isSupportedNode, LOWEST_NODE } from "../../desk/node-version.ts";
import { defined } from "../../plan/defined.ts";
import { isError } from "../../plan/problem.ts";
import { settingsProblems } from "./settings-problems.ts";

/** One thing that was looked at. */
export interface Check {
  result: "good" | "fixed" | "note" | "bad";
  what: string;
  hint?: string;
}

/** Looks at everything that has to be right; with `fix`, mends what can be mended without losing anything. */
export async function examine(desk: Desk, { fix }: { fix: boolean }): Promise<Check[]> {
  const places = projectPaths(desk.project);
  const checks = [
    ...(await looking("configuration", () => settings(desk))),
    // Before whatever opens the user's directory: it refuses to open one that others can write to.
    ...(await looking("keys", () => [...directory(desk, fix), ...keys(desk, fix)])),
  ];
  if (!existsSync(places.plans)) checks.push(unused());
  else {
    checks.push(
      ...(await looking(".gitignore", () => [ignored(places, fix)])),
      ...(await looking("journals", () => journals(desk))),
      ...(await looking("plans", () => plans(desk, fix))),
      ...(await looking("the plans' directories", () => [writable(places)])),
    );
  }
  return [
    nodeCheck(process.versions.node, process.execPath),
    { result: "good", what: `project ${desk.project}` },
    ...checks,
  ];
}

export function nodeCheck(version: string, path: string): Check {
  const what = `Node ${version} (${path})`;
  if (isSupportedNode(version)) return { result: "good", what: `${what}, supported from ${LOWEST_NODE} on` };
  const hint = `Install Node ${LOWEST_NODE} or newer: https://nodejs.org`;
  return { result: "bad", what: `${what} is older than ${LOWEST_NODE}`, hint };
}

/** What keeps a check from being made is something that is wrong, too. */
async function looking(what: string, check: () => Check[] | Promise<Check[]>): Promise<Check[]> {
  try {
    return await check();
  } catch (error) {
    const hint = "Mend this first: until then the rest of this check cannot be made.";
    return [{ result: "bad", what: `${what}: ${(error as Error).message}`, hint }];
  }
}

function unused(): Check {
  return { result: "note", what: "no plans here yet", hint: "countersign propose plan.md" };
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
  "Until the file is corrected nothing is signed or proposed, and a setting that cannot be read holds at its tightest value.";

function directory({ home }: Desk, fix: boolean): Check[] {
  const mode = statSync(home.directory, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform === "win32" || (mode & 0o077) === 0) return [];
  if (fix) chmodSync(home.directory, 0o700);
  const may = mode & 0o022 ? "written to" : "read";
  return [openToOthers(`${home.directory}, which holds the key, can be ${may} by others`, fix)];
}

function keys({ home }: Desk, fix: boolean): Check[] {
  const mode = statSync(home.directory, { throwIfNoEntry: false })?.mode ?? 0;
  // Told already, and it would not be opened.
  if (process.platform !== "win32" && (mode & 0o022) !== 0) return [];
  const exposed = exposedKeys(home);
  if (fix) for (const path of exposed) chmodSync(path, 0o600);
  if (exposed.length > 0) return [openToOthers(`can be read by others: ${exposed.join(", ")}`, fix)];
  const [current] = allKeys(home);
  return [{ result: "good", what: `key ${current?.id} in ${home.directory}` }];
}

function openToOthers(what: string, fix: boolean): Check {
  const rotate = "if others use this machine, rotate the key too (countersign key rotate).";
  return { result: fix ? "fixed" : "bad", what, hint: fix ? `Now ${rotate}` : `countersign doctor --fix; ${rotate}` };
}

function writable(places: ReturnType<typeof projectPaths>): Check {
  const directories = [places.plans, places.archive, places.sessions, places.unfinished, places.state];
  const closed = directories.filter((path) => existsSync(path) && !mayWrite(path));
  if (closed.length === 0) return { result: "good", what: "the plans' directories can be written to" };
  return {
    result: "bad",
    what: `read-only: ${closed.join(", ")}`,
    hint: "Plans can be listed and shown; to take in changes these have to be writable.",
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
    what: "no .gitignore in .pi/plans: journals could get into git",
    hint: "countersign doctor --fix",
  };
}

async function journals(desk: Desk): Promise<Check[]> {
  const found = await audit(desk);
  const broken = found.journals.flatMap(({ journal, broken: why }) => (why ? [{ journal, why }] : []));
  if (broken.length === 0) return [{ result: "good", what: `every journal holds (${found.journals.length})` }];
  return broken.map(({ journal, why }) => ({
    result: "bad",
    what: `the journal of ${journal} does not hold: ${why.message}`,
    hint: `countersign key adopt ${journal}   (or --from <old path>, if the project was moved)`,
  }));
}

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
    ...(unreadable.length > 0 ? unreadable : [{ result: "good" as const, what: `every plan can be read (${total})` }]),
  ];
}
