/** The first key that an object of this valid JSON has twice. Parsers differ in which of the two they take. */
export function repeatedKey(json: string): string | undefined {
  const objects: Set<string>[] = [];
  const mark = /["{}]/g;
  for (let found = mark.exec(json); found !== null; found = mark.exec(json)) {
    if (found[0] === "{") objects.push(new Set());
    else if (found[0] === "}") objects.pop();
    else {
      const end = endOfString(json, found.index);
      mark.lastIndex = end;
      COLON.lastIndex = end;
      if (!COLON.test(json)) continue;
      const key: string = JSON.parse(json.slice(found.index, end));
      if (objects.at(-1)?.has(key)) return key;
      objects.at(-1)?.add(key);
    }
  }
  return undefined;
}

const COLON = /\s*:/y;

// Not one regular expression for the whole string: the stack does not hold a string of many megabytes.
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === "\\") first -= 1;
  return (at - first) % 2 === 1;
}
