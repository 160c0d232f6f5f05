/** `steps[2].risk`: the path of a key. Keys that are not plain words are quoted: `tool_outputs["a b"]`. */
export function keyPath(path: string, key: string): string {
  if (!/^[A-Za-z_]\w*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

export function indexPath(path: string, index: number): string {
  return `${path}[${index}]`;
}

/** The reverse: `steps[2].risk` → `["steps", 2, "risk"]`. */
export function pathParts(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([A-Za-z_]\w*)/g)].map(([, index, quotedKey, word]) => {
    if (index !== undefined) return Number(index);
    return quotedKey === undefined ? String(word) : String(JSON.parse(quotedKey));
  });
}
