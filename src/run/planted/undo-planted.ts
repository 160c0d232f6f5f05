import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { GitSetting } from "../../desk/look-at-git/parse-git-config.ts";
import type { PlantedFile } from "./look-for-planted.ts";

export interface Undone {
  /** As the end of a sentence. */
  words: string;
  /** The file now, if it is neither restored nor removed. */
  left?: PlantedFile;
}

/** Undoes a planted file, and keeps a copy of it below `aside`. */
export function undoPlanted(
  project: string,
  path: string,
  { before, after, aside }: { before: PlantedFile | undefined; after: PlantedFile; aside: string },
): Undone {
  const place = join(project, path);
  try {
    const isHere = realpathSync.native(dirname(place)) === join(realpathSync.native(project), dirname(path));
    if (!isHere) throw new Error("a link leads elsewhere now");
    keep(place, keptAs(aside, path));
    if (before === undefined) {
      if (after.harmless === undefined) {
        rmSync(place, { recursive: true, force: true });
        return { words: `it was removed, and is kept in ${aside}` };
      }
      const content = { bytes: Buffer.from(settingsText(after.harmless)), mode: 0o644 };
      replace(place, content.bytes, content.mode);
      const left: PlantedFile = { kind: after.kind, mark: "undone", content, harmful: [], harmless: after.harmless };
      return { words: `these were removed; the file is kept in ${aside}`, left };
    }
    if (before.content === undefined)
      return { words: "it could not be restored: restore it yourself before you use git here" };
    replace(place, before.content.bytes, before.content.mode);
    return { words: `it was restored; the step's version is kept in ${aside}` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { words: `it could not be undone (${reason}): fix it yourself before you use git here` };
  }
}

/** The path of a file outside of the project begins with `../`, which must not lead out of `aside`. */
function keptAs(aside: string, path: string): string {
  return join(aside, path.replaceAll("../", "above/"));
}

/** A new directory for planted files, in the user's own directory, where no agent reads or writes. */
export function asideIn(home: string): string {
  return join(home, "removed", `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}`);
}

/** A larger file is not copied: a sparse one could fill the disk. */
const LARGEST = 100_000_000;

function keep(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const stats = lstatSync(from);
  if (stats.isSymbolicLink()) writeFileSync(to, `a link to ${readlinkSync(from)}\n`, { mode: 0o600 });
  else if (stats.isFile() && stats.size > LARGEST)
    writeFileSync(to, `a file of ${stats.size} bytes\n`, { mode: 0o600 });
  else if (stats.isFile()) copyFileSync(from, to);
}

/** Replaces any file, also a link, which is not followed. */
function replace(place: string, bytes: Buffer, mode: number): void {
  const beside = `${place}.${randomUUID()}`;
  writeFileSync(beside, bytes, { mode, flag: "wx" });
  renameSync(beside, place);
}

function settingsText(settings: readonly GitSetting[]): string {
  return settings.map(settingText).join("");
}

function settingText({ name, subsection, value }: GitSetting): string {
  const section = name.slice(0, name.indexOf("."));
  const key = name.slice(name.lastIndexOf(".") + 1);
  const header = subsection === undefined ? section : `${section} "${subsection.replace(/[\\"]/g, "\\$&")}"`;
  const written = value
    ?.replace(/[\\"]/g, "\\$&")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\b", "\\b");
  return `[${header}]\n\t${key}${written === undefined ? "" : ` = "${written}"`}\n`;
}
