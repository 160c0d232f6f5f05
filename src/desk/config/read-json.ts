import { indexPath, keyPath } from "../../plan/data-path.ts";

/** JSON with positions: the value, the offset of each part, and repeated keys. */
export interface JsonText {
  value: unknown;
  /** Path (`approvers.quorum`, `persons.ana[0]`) → offset in the text: of the key, or of the item of a list. */
  offsets: ReadonlyMap<string, number>;
  /** Paths of keys that occur more than once in one object; `value` has the last one. */
  repeated: readonly string[];
}

export interface JsonError {
  error: string;
  offset: number;
}

// A setting is three levels deep; the limit keeps a hostile file from exhausting the stack.
const DEEPEST = 32;

/**
 * Accepts and refuses the same texts as `JSON.parse`, but always names a position and reports repeated keys, which
 * `JSON.parse` drops silently. Objects have no prototype, so that no key of a file has a meaning of its own.
 */
export function readJson(text: string): JsonText | JsonError {
  const offsets = new Map<string, number>();
  const repeated: string[] = [];
  let at = text.startsWith("\uFEFF") ? 1 : 0;

  const token = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const next = (mark: string): boolean => {
    token(SPACE);
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  };

  const readValue = (path: string, depth: number): unknown => {
    if (depth > DEEPEST) throw new Unreadable("nested too deeply", at);
    if (next("{")) return readObject(path, depth);
    if (next("[")) return readList(path, depth);
    const scalar = token(STRING) ?? token(NUMBER) ?? token(WORD);
    if (scalar === undefined) throw new Unreadable(`a value is missing here, ${found(text, at)}`, at);
    return JSON.parse(scalar);
  };

  const readObject = (path: string, depth: number): Record<string, unknown> => {
    const object: Record<string, unknown> = Object.create(null);
    if (next("}")) return object;
    do {
      token(SPACE);
      const start = at;
      const key = token(STRING);
      if (key === undefined) throw new Unreadable(`a key in double quotes is missing here, ${found(text, at)}`, at);
      const name: string = JSON.parse(key);
      const place = keyPath(path, name);
      if (name in object) repeated.push(place);
      if (!next(":")) throw new Unreadable(`":" is missing here, ${found(text, at)}`, at);
      offsets.set(place, start);
      object[name] = readValue(place, depth + 1);
    } while (next(","));
    if (!next("}")) throw new Unreadable(`"," or "}" is missing here, ${found(text, at)}`, at);
    return object;
  };

  const readList = (path: string, depth: number): unknown[] => {
    const list: unknown[] = [];
    if (next("]")) return list;
    do {
      token(SPACE);
      const place = indexPath(path, list.length);
      offsets.set(place, at);
      list.push(readValue(place, depth + 1));
    } while (next(","));
    if (!next("]")) throw new Unreadable(`"," or "]" is missing here, ${found(text, at)}`, at);
    return list;
  };

  try {
    const value = readValue("", 0);
    token(SPACE);
    if (at < text.length) throw new Unreadable(`nothing more may follow, ${found(text, at)}`, at);
    return { value, offsets, repeated };
  } catch (error) {
    if (error instanceof Unreadable) return { error: error.message, offset: error.offset };
    throw error;
  }
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

class Unreadable extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** The character found there. Only one is shown: the file may be a link to any file. */
function found(text: string, at: number): string {
  if (at >= text.length) return "the file ends";
  if (text.startsWith("//", at) || text.startsWith("/*", at)) return "JSON has no comments";
  const mark = text[at] ?? "";
  if ((mark === "}" || mark === "]") && /,\s*$/.test(text.slice(Math.max(0, at - 200), at))) {
    return "JSON has no comma before a closing bracket";
  }
  return /^[\x20-\x7e]$/.test(mark) ? `not ${JSON.stringify(mark)}` : "not this character";
}
