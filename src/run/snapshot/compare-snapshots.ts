import { textOf } from "../../desk/tree/path-bytes.ts";
import type { Change, SnapshotId } from "../snapshot.ts";
import { checked, type Reader } from "./reader.ts";

/** Which files differ. */
export async function changesBetween(reader: Reader, from: SnapshotId, to: SnapshotId): Promise<Change[]> {
  const listed = await reader.ask([
    "diff-tree",
    "-r",
    "-z",
    "--no-renames",
    "--name-status",
    checked(from),
    checked(to),
  ]);
  const fields = listed.split("\0");
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [status, path = ""] = [fields[at], fields[at + 1]];
    changes.push({ path: textOf(path), how: status === "A" ? "added" : status === "D" ? "removed" : "changed" });
  }
  return changes;
}

/** The differences as unified text. */
export async function diffBetween(
  reader: Reader,
  from: SnapshotId,
  to: SnapshotId,
  { paths, longest }: { paths?: readonly string[]; longest: number },
): Promise<string> {
  if (paths?.length === 0) return "";
  const chosen = paths === undefined ? [] : ["--", ...paths];
  const bytes = await reader.ask(
    ["-c", "core.quotePath=false", ...DIFF, checked(from), checked(to), ...chosen],
    longest,
  );
  const text = Buffer.from(bytes, "latin1").toString("utf8");
  if (bytes.length < longest) return text;
  return `${text}\n… the rest is left out: it is longer than ${longest.toLocaleString("en")} bytes.\n`;
}

const DIFF = [
  ...["diff-tree", "-r", "-p", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--submodule=short"],
  ...["--unified=3", "--src-prefix=a/", "--dst-prefix=b/", "--diff-algorithm=histogram"],
];
