/**
 * Is everything that `narrow` matches certainly matched by `wide`? Only what can be told for sure counts: the same
 * glob, everything, or all below a directory. A doubt is a no.
 */
export function coversGlob(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  if (wide.startsWith("!") || narrow.split(/[\\/{},()|]/).includes("..")) return false;
  if (wide === "**" || wide === "**/*") return true;
  const directory = /^([^*?[\]{}()!@+|\\]+\/)\*\*(\/\*)?$/.exec(wide)?.[1];
  return directory !== undefined && narrow.startsWith(directory) && narrow.length > directory.length;
}
