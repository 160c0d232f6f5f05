import { lstatSync, renameSync, rmdirSync, rmSync, type Stats, symlinkSync, unlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { crypto } from "../../desk/crypto.ts";
import type { PathBytes } from "../../desk/tree/path-bytes.ts";
import type { Entry } from "./entry.ts";
import { Blocked, inDirectory } from "./in-directory.ts";
import { type Contents, Damaged } from "./reader.ts";
import { isSameStats, parentOf } from "./working-tree.ts";

/** The temporary path of a file: always the same, so that a repeated rollback replaces one that was left. */
export function temporaryFor(path: PathBytes): PathBytes {
  const parent = parentOf(path);
  const name = `.countersign-${crypto().createHash("sha256").update(path, "latin1").digest("hex").slice(0, 16)}`;
  return parent === "" ? name : `${parent}/${name}`;
}

/**
 * Restores one file with one rename, so that it is never half written. Returns the reason if the file was left. `seen` are
 * the stats of the present file: if they differ by now, another process changed it.
 */
export async function restoreFile(
  project: string,
  path: PathBytes,
  entry: Entry,
  seen: Stats | undefined,
  contents: Pick<Contents, "read">,
): Promise<string | undefined> {
  return attempt(() =>
    inDirectory(project, parentOf(path), { make: true }, async (at) => {
      const temporary = at(nameOf(temporaryFor(path)));
      rmSync(temporary, { force: true });
      try {
        if (entry.mode === "120000") await makeLink(temporary, contents.read(entry.oid));
        else await makeFile(temporary, entry, seen, contents.read(entry.oid));
        const place = at(nameOf(path));
        if (!isAsSeen(place, seen)) return CHANGED_SINCE;
        // It is empty by now, or it stays.
        if (lstatSync(place, QUIET)?.isDirectory()) rmdirSync(place);
        renameSync(temporary, place);
        return undefined;
      } finally {
        rmSync(temporary, { force: true });
      }
    }),
  );
}

/** Removes a file, and the directories that are empty then. */
export async function removeFile(
  project: string,
  path: PathBytes,
  seen: Stats | undefined,
): Promise<string | undefined> {
  const left = await attempt(() =>
    inDirectory(project, parentOf(path), { make: false }, (at) => {
      const place = at(nameOf(path));
      if (!isAsSeen(place, seen)) return CHANGED_SINCE;
      unlinkSync(place);
      return undefined;
    }),
  );
  if (left === undefined) await removeEmpty(project, parentOf(path));
  return left;
}

const QUIET = { throwIfNoEntry: false } as const;
const CHANGED_SINCE = "it was changed while the rollback was under way";

/** An error of the system leaves one file, and the others are still restored. */
async function attempt(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Blocked || error instanceof Damaged) return error.message;
    if (error instanceof Error && "code" in error && "syscall" in error) return `the system says ${error.code}`;
    throw error;
  }
}

function isAsSeen(place: string | Buffer, seen: Stats | undefined): boolean {
  const now = lstatSync(place, QUIET);
  if (seen === undefined) return now === undefined || now.isDirectory();
  return now !== undefined && isSameStats(seen, now);
}

async function makeLink(place: string | Buffer, content: AsyncIterable<Buffer>): Promise<void> {
  const target: Buffer[] = [];
  for await (const chunk of content) target.push(chunk);
  symlinkSync(Buffer.concat(target), place);
}

async function makeFile(
  place: string | Buffer,
  { mode }: Entry,
  seen: Stats | undefined,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  // Readable only to this user until the permissions are set.
  const isKnown = seen?.isFile() === true;
  const file = await open(place, "wx", isKnown ? 0o600 : 0o666);
  try {
    for await (const chunk of content) await file.writeFile(chunk);
    const before = isKnown ? seen.mode & 0o777 : (await file.stat()).mode & 0o777;
    await file.chmod(mode === "100755" ? before | ((before & 0o444) >> 2) : before & ~0o111);
  } finally {
    await file.close();
  }
}

async function removeEmpty(project: string, directory: PathBytes): Promise<void> {
  for (let path = directory; path !== ""; path = parentOf(path)) {
    try {
      await inDirectory(project, parentOf(path), { make: false }, (at) => rmdirSync(at(nameOf(path))));
    } catch {
      // It is not empty, or gone.
      return;
    }
  }
}

function nameOf(path: PathBytes): PathBytes {
  return path.slice(path.lastIndexOf("/") + 1);
}
