/** A path as it is written, made absolute, without its dots; links are not followed. */
export function lexicalPath(path: string, from: string): string {
  const parts = (path.startsWith("/") ? path : `${from}/${path}`).split("/").filter((name) => name !== "");
  return `/${withoutDots(parts).join("/")}`;
}

export function withoutDots(names: readonly string[]): string[] {
  const kept: string[] = [];
  for (const name of names) {
    if (name === ".." && kept.length > 0 && kept.at(-1) !== "..") kept.pop();
    else if (name !== ".") kept.push(name);
  }
  return kept;
}
