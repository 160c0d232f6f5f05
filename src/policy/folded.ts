/**
 * A path as the most forgiving file system compares it: without case, without characters nobody sees, without the
 * dots, spaces and streams that some drop from the end of a name. To take two files for one refuses too much at worst.
 */
export function folded(path: string): string {
  return path
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{DI}/gu, "")
    .split("/")
    .map((name) => name.replace(/:.*$/, "").replace(/[. ]+$/, "") || name)
    .map((name) => (name === "git~1" ? ".git" : name))
    .join("/");
}

/** Is it the directory, or below it? Both folded. */
export function isInside(path: string, directory: string): boolean {
  const top = directory.endsWith("/") ? directory : `${directory}/`;
  return path === directory || path.startsWith(top);
}
