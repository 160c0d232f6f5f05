import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { crypto } from "../crypto.ts";
import type { Desk } from "../desk.ts";
import { createSynced, makeDirectory, renameSynced, syncDirectory } from "../durable.ts";
import { escapingLink, isAgentId, leaves, makePlaces, projectPaths } from "../file-store/project-paths.ts";
import { type Key, openKeyring } from "../keyring.ts";
import { readBounded } from "../read-bounded.ts";
import { placeMark } from "../seal.ts";
import type { FileMark, Tree } from "../tree.ts";

/** Stores the tree as it is when an agent begins to plan, and replaces an earlier one. Synced when it returns. */
export function keepTree(desk: Desk, agent: string, tree: Tree): void {
  write(desk, agent, { tree: packed(tree) });
}

/** Adds the tree as it is when an agent submits a plan: later ones are compared with a tree that the run has changed. */
export function keepEndOfPlanning(desk: Desk, agent: string, end: Tree): void {
  const kept = read(desk, agent);
  if (kept !== undefined && "tree" in kept) write(desk, agent, { tree: kept.tree, end: packed(end) });
}

function write(desk: Desk, agent: string, trees: Pick<Kept, "tree" | "end">): void {
  const file = fileOf(desk, agent);
  const { current } = openKeyring(desk.home);
  const body = JSON.stringify({ format: FORMAT, agent, place: placeMark(desk.project), key: current.id, ...trees });
  makePlaces(projectPaths(desk.project));
  makeDirectory(directoryOf(desk));
  // No agent's name begins with a dot. A file that a dead process left there can be removed.
  const temporary = join(directoryOf(desk), `.${agent}`);
  rmSync(temporary, { force: true });
  createSynced(temporary, `${sealOf(body, current)} ${body}\n`);
  renameSynced(temporary, file);
}

/** The stored tree, if any. A file that another program wrote or changed does not count. */
export function keptTree(desk: Desk, agent: string): Tree | undefined {
  const kept = read(desk, agent);
  return kept === undefined || "kind" in kept ? kept : unpacked(kept.tree);
}

/** The stored tree of the last submission, if any. */
export function keptEndOfPlanning(desk: Desk, agent: string): Tree | undefined {
  const kept = read(desk, agent);
  if (kept === undefined || "kind" in kept) return kept;
  return kept.end && unpacked(kept.end);
}

function read(desk: Desk, agent: string): Kept | Tree | undefined {
  const bytes = readBounded(fileOf(desk, agent), LARGEST);
  if (bytes === undefined) return undefined;
  if (typeof bytes === "string") return lost(`the recorded tree cannot be read: ${bytes}`);
  const text = bytes.toString("utf8");
  const seal = text.slice(0, SEAL_LENGTH);
  const body = text.slice(SEAL_LENGTH + 1, -1);
  const kept = parsed(body);
  const key = kept && openKeyring(desk.home).find(kept.key);
  const isOurs = key && sealOf(body, key) === seal && kept.agent === agent && kept.place === placeMark(desk.project);
  if (!isOurs) return lost("the recorded tree was changed, or was not recorded here");
  if (kept.format !== FORMAT) return lost("the recorded tree was written by another version of Countersign");
  return kept;
}

function packed(tree: Tree): PackedTree {
  return tree.kind === "seen" ? { ...tree, files: [...tree.files] } : tree;
}

function unpacked(tree: PackedTree): Tree {
  return tree.kind === "seen" ? { ...tree, files: new Map(tree.files) } : tree;
}

/** Called when planning ends. */
export function dropTree(desk: Desk, agent: string): void {
  const file = fileOf(desk, agent);
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  rmSync(file, { force: true });
  syncDirectory(directoryOf(desk));
}

const FORMAT = 1;
const SEAL_LENGTH = 64;
const LARGEST = 256 * 1024 * 1024;

type PackedTree = (Omit<Seen, "files"> & { files: [string, FileMark][] }) | Exclude<Tree, Seen>;
type Seen = Extract<Tree, { kind: "seen" }>;

interface Kept {
  format: number;
  agent: string;
  place: string;
  key: string;
  tree: PackedTree;
  /** When the plan was submitted. */
  end?: PackedTree;
}

/** Trusted only after its seal was checked: then Countersign wrote it. */
function parsed(body: string): Kept | undefined {
  try {
    const kept = JSON.parse(body) as Kept | null;
    return typeof kept?.key === "string" ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** The first words keep it apart from the seals of journals. */
function sealOf(body: string, key: Key): string {
  return crypto().createHmac("sha256", key.secret).update("countersign tree\n").update(body).digest("hex");
}

function lost(because: string): Tree {
  return { kind: "unseen", at: "", because };
}

/** A directory of its own: files added and removed here must not change the times of the journals' directory. */
function directoryOf(desk: Desk): string {
  return join(projectPaths(desk.project).sessions, "trees");
}

function fileOf(desk: Desk, agent: string): string {
  if (!isAgentId(agent)) throw new Error(`${JSON.stringify(agent)} is not an agent's id.`);
  const places = projectPaths(desk.project);
  const away = escapingLink(places) ?? (leaves(directoryOf(desk), places.plans) ? directoryOf(desk) : undefined);
  if (away !== undefined) throw new Error(`${away} is a link that leads elsewhere; remove it.`);
  return join(directoryOf(desk), `${agent}.json`);
}
