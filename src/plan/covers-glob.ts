/**
 * Whether `wide` certainly matches everything that `narrow` matches. Only certain cases count: the same glob,
 * everything, or all below a directory. Otherwise false.
 */
export function coversGlob(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  if (wide.startsWith("!") || narrow.split(/[\\/{},()|]/).includes("..")) return false;
  if (wide === "**" || wide === "**/*") return true;
  const directory = /^([^*?[\]{}()!@+|\\]+\/)\*\*(\/\*)?$/.exec(wide)?.[1];
  return directory !== undefined && narrow.startsWith(directory) && narrow.length > directory.length;
}
