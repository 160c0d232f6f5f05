/**
 * Names need not be UTF-8. In a path of a search, a name that is not has a lone surrogate (U+DC80 to U+DCFF) for each byte
 * above 127: so paths stay strings, and two names that differ in an invalid byte stay different.
 */
export function escapedPath(bytes: Buffer): string {
  const text = bytes.toString();
  if (!text.includes("\ufffd")) return text;
  return bytes.toString("latin1").split("/").map(escapedName).join("/");
}

function escapedName(latin1: string): string {
  const bytes = Buffer.from(latin1, "latin1");
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return text;
  return latin1.replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(0xdc00 + byte.charCodeAt(0)));
}

/** For the system. */
export function onDisk(path: string): string | Buffer {
  if (path.isWellFormed()) return path;
  const names = path.split("/").map((name) => (name.isWellFormed() ? Buffer.from(name) : Buffer.from(name, "latin1")));
  return Buffer.concat(names.flatMap((name, at) => (at === 0 ? [name] : [Buffer.from("/"), name])));
}

/** For a person: invalid bytes become `\xff`. */
export function shownPath(path: string): string {
  return path.isWellFormed()
    ? path
    : path.replace(/[\udc80-\udcff]/g, (byte) => `\\x${(byte.charCodeAt(0) - 0xdc00).toString(16)}`);
}
