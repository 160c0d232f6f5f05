/** Codes of a write without room: the disk is full, or the user's quota is used up. */
export const NO_ROOM: readonly string[] = ["ENOSPC", "EDQUOT"];

export function diskFullMessage(path: string): string {
  return `The disk that holds ${path} is full: free some space, then repeat the command. No confirmed change is lost.`;
}

/** Names the disk in an error of `work` that lacks room on it. */
export function namingFullDisk<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!NO_ROOM.includes(code)) throw error;
    throw Object.assign(new Error(diskFullMessage(path), { cause: error }), { code, path });
  }
}
