/**
 * A path as the most forgiving file system compares it: without case, invisible characters, and the dots, spaces and
 * streams that some drop from the end of a name. Taking two files for one refuses too much at worst.
 */
export function comparablePath(path: string): string {
  // A fast path for nearly every path: every word of a line is compared.
  if (PLAIN.test(path) && !DROPPED.test(path)) return path.toLowerCase();
  return path
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{DI}/gu, "")
    .split("/")
    .map((name) => name.replace(/:.*$/, "").replace(/[. ]+$/, "") || name)
    .map((name) => (name === "git~1" ? ".git" : name))
    .join("/");
}

// In ASCII only letters have another form; a colon begins a stream, and a tilde may abbreviate other letters.
const PLAIN = /^[!-9;-}]*$/;
const DROPPED = /\.(?:\/|$)/;

/** Whether `path` is the directory or below it. Both are comparable paths. */
export function isInside(path: string, directory: string): boolean {
  if (!path.startsWith(directory)) return false;
  return path.length === directory.length || directory.endsWith("/") || path[directory.length] === "/";
}
