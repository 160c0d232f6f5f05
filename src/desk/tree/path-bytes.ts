/**
 * A path as bytes, one character for each: names need not be UTF-8, and two names that differ in an invalid byte must
 * stay different.
 */
export type PathBytes = string;

/** For the system, below a directory. */
export function below(directory: string, path: PathBytes): string | Buffer {
  if (/^[\x01-\x7f]*$/.test(path)) return path === "" ? directory : `${directory}/${path}`;
  return Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(path, "latin1")]);
}

export function bytesOf(text: string): PathBytes {
  return Buffer.from(text).toString("latin1");
}

/** As text for a person, through `visible`; invalid bytes become `\xff`. */
export function textOf(path: PathBytes): string {
  const bytes = Buffer.from(path, "latin1");
  const text = bytes.toString("utf8");
  if (Buffer.from(text).equals(bytes)) return text;
  return path.replace(/[\x80-\xff]+/g, (run) => {
    const decoded = Buffer.from(run, "latin1").toString("utf8");
    const isText = !decoded.includes("\ufffd");
    return isText ? decoded : run.replace(/./gs, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  });
}
