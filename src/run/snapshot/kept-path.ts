import type { PathBytes } from "../../desk/tree/path-bytes.ts";

/**
 * Whether a path is one that snapshots keep and bring back: inside the project, nothing of git's own in any spelling, and
 * not the plans, whose journals must never go back in time.
 */
export function isKept(path: PathBytes): boolean {
  if (isOfPlans(path)) return false;
  return path.split("/").every((name) => name !== "" && name !== "." && name !== ".." && !isGitDirectory(name));
}

export function isOfPlans(path: PathBytes): boolean {
  return path === ".pi/plans" || path.startsWith(".pi/plans/");
}

/** Some file systems ignore invisible characters and the case of letters. */
function isGitDirectory(name: string): boolean {
  if (name.length === 4) return name.toLowerCase() === ".git";
  if (!/[\x80-\xff]/.test(name) || name.length > 100) return false;
  return (
    Buffer.from(name, "latin1")
      .toString("utf8")
      .replace(/\p{Cf}/gu, "")
      .toLowerCase() === ".git"
  );
}
