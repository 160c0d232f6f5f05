import { statSync } from "node:fs";
import { dirname } from "node:path";
import { ownUserId, userName } from "./user-name.ts";

/** The user that a path belongs to, if that is not the user of this process; of a missing path, the directory above it. */
export function otherOwner(path: string): { owner: string; own: string } | undefined {
  const own = ownUserId();
  for (let at = path; own !== undefined; at = dirname(at)) {
    const owner = ownerOf(at);
    if (owner !== undefined) return owner === own ? undefined : { owner: userName(owner), own: userName(own) };
    if (dirname(at) === at) break;
  }
  return undefined;
}

/** Runs `work` on the user's own directory: if it may not be read or written because it is another user's, that is told. */
export function inOwnDirectory<T>(directory: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const other = ["EACCES", "EPERM"].includes(code) ? otherOwner(directory) : undefined;
    if (other === undefined) throw error;
    const message = `${directory} is another user's: it belongs to ${other.owner}, and you are ${other.own}. Run countersign as that user, or set COUNTERSIGN_HOME to a directory of your own.`;
    throw Object.assign(new Error(message, { cause: error }), { code });
  }
}

function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}
