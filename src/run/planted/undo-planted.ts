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

/** Takes a planted file back, and keeps it as it was found below `aside`. Answers what was done, as the end of a sentence. */
export function undoPlanted(
  project: string,
  path: string,
  { before, after, aside }: { before: PlantedFile | undefined; after: PlantedFile; aside: string },
): string {
  const place = join(project, path);
  try {
    const isHere = realpathSync.native(dirname(place)) === join(realpathSync.native(project), dirname(path));
    if (!isHere) throw new Error("a link leads elsewhere by now");
    keep(place, join(aside, path));
    if (before === undefined) {
      if (after.harmless === undefined) rmSync(place, { recursive: true, force: true });
      else replace(place, Buffer.from(settingsText(after.harmless)), 0o644);
      return after.harmless === undefined
        ? `it was removed, and is kept in ${aside}`
        : `these were removed; the file is kept in ${aside}`;
    }
    if (before.content === undefined) return "it could not be put back: put it right before you use git here";
    replace(place, before.content.bytes, before.content.mode);
    return `it was put back as it was before; what the step left is kept in ${aside}`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `it could not be undone (${reason}): put it right before you use git here`;
  }
}

/** A new directory for what a step left, in the user's own directory, where no agent reads or writes. */
export function asideIn(home: string): string {
  return join(home, "removed", `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomUUID().slice(0, 8)}`);
}

/** What takes more than that is no hook: with holes in it, it could fill the disk. */
const LARGEST = 100_000_000;

function keep(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const stats = lstatSync(from);
  if (stats.isSymbolicLink()) writeFileSync(to, `a link to ${readlinkSync(from)}\n`, { mode: 0o600 });
  else if (stats.isFile() && stats.size > LARGEST)
    writeFileSync(to, `a file of ${stats.size} bytes\n`, { mode: 0o600 });
  else if (stats.isFile()) copyFileSync(from, to);
}

/** Whatever stands there now, also a link, which is not followed. */
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
