import { randomUUID } from "node:crypto";
import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { createSynced, makeDirectory, renameSynced } from "./durable.ts";

/** Replaces a file of the user, also behind a link, in one step. A new one is private: it may get keys. */
export function replaceFile(file: string, text: string): void {
  const isThere = existsSync(file);
  const path = isThere ? realpathSync(file) : file;
  makeDirectory(dirname(path), 0o700);
  const temporary = `${path}.${randomUUID().slice(0, 8)}`;
  createSynced(temporary, text, isThere ? statSync(path).mode & 0o777 : 0o600);
  renameSynced(temporary, path);
}
