import { type Algorithm, type Entries, type Entry, startHash } from "./entry.ts";

/**
 * The hash git gives to a tree of these files, computed without git. It differs if any object in git's store was
 * exchanged.
 */
export function treeHash(entries: Entries, algorithm: Algorithm): string {
  const top: Directory = new Map();
  let last = { path: "", directory: top };
  for (const [path, entry] of entries) {
    const cut = path.lastIndexOf("/");
    const parent = path.slice(0, Math.max(cut, 0));
    // Files of a directory mostly come one after the other.
    if (parent !== last.path) last = { path: parent, directory: directoryAt(top, parent) };
    last.directory.set(path.slice(cut + 1), entry);
  }
  return hashOf(top, algorithm);
}

type Directory = Map<string, Entry | Directory>;

function directoryAt(top: Directory, path: string): Directory {
  let here = top;
  for (const name of path === "" ? [] : path.split("/")) {
    const found = here.get(name);
    if (found instanceof Map) {
      here = found;
      continue;
    }
    if (found !== undefined) throw new Error(`${JSON.stringify(path)} is a file and a directory at once.`);
    const made: Directory = new Map();
    here.set(name, made);
    here = made;
  }
  return here;
}

function hashOf(directory: Directory, algorithm: Algorithm): string {
  const rows = [...directory].map(([name, item]) => {
    const isDirectory = item instanceof Map;
    const mode = isDirectory ? "40000" : item.mode;
    const oid = isDirectory ? hashOf(item, algorithm) : item.oid;
    return { key: isDirectory ? `${name}/` : name, row: `${mode} ${name}\0${hexToBytes(oid)}` };
  });
  // By bytes, and a directory as if its name ended in a slash.
  rows.sort((one, other) => (one.key < other.key ? -1 : 1));
  const body = Buffer.from(rows.map(({ row }) => row).join(""), "latin1");
  return startHash(algorithm, "tree", body.length).update(body).digest("hex");
}

function hexToBytes(hex: string): string {
  return Buffer.from(hex, "hex").toString("latin1");
}
