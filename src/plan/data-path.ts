/** `steps[2].risk`: where a key of an object is. Keys that are no plain words are quoted: `tool_outputs["a b"]`. */
export function keyPath(path: string, key: string): string {
  if (!/^[A-Za-z_]\w*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

export function indexPath(path: string, index: number): string {
  return `${path}[${index}]`;
}

/** The way back: `steps[2].risk` → `["steps", 2, "risk"]`. */
export function pathParts(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([A-Za-z_]\w*)/g)].map(([, index, quotedKey, word]) => {
    if (index !== undefined) return Number(index);
    return quotedKey === undefined ? String(word) : String(JSON.parse(quotedKey));
  });
}
