import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { crypto } from "./crypto.ts";
import { createSynced, makeDirectory, renameSynced, syncDirectory } from "./durable.ts";
import { type Home, makeHome } from "./home.ts";
import { inOwnDirectory } from "./home-owner.ts";
import { StatCache } from "./stat-cache.ts";

export type KeyId = string;

export interface Key {
  id: KeyId;
  secret: Buffer;
}

/** The keys of this user: one seals, all verify. Old ones stay, because their journals still have to be verified. */
export interface Keyring {
  /** Read each time: a key that was retired while this process runs must no longer seal or verify. */
  readonly current: Key;
  find(id: KeyId): Key | undefined;
}

/** Reads the keys; creates the first one if there is none. */
export function openKeyring(home: Home): Keyring {
  const directory = keysDirectory(home);
  makeHome(home);
  makeDirectory(directory, 0o700);
  const keys = new Map<KeyId, Key>();
  const find = (id: KeyId) => {
    const key = keys.get(id) ?? readKey(directory, id);
    if (key) keys.set(id, key);
    return key;
  };
  const named = new StatCache<KeyId | undefined>();
  const current = () => {
    const id = named.find(
      join(directory, "current"),
      () => readCurrent(directory),
      (found) => found !== undefined,
    );
    return (id === undefined ? undefined : find(id)) ?? firstKey(directory, find);
  };
  current();
  return {
    get current() {
      return current();
    },
    find,
  };
}

/** The same, opened at the first use of a key: without a journal no seal is needed, and crypto takes 5 ms to load. */
export function lateKeyring(home: Home): Keyring {
  let opened: Keyring | undefined;
  const open = () => {
    opened ??= openKeyring(home);
    return opened;
  };
  return {
    get current() {
      return open().current;
    },
    find: (id) => open().find(id),
  };
}

/** The id of the sealing key, without reading the key; empty if there is none yet. */
export function currentKeyId(home: Home): KeyId | "" {
  return readCurrent(keysDirectory(home)) ?? "";
}

/** A new key seals from now on. */
export function rotateKey(home: Home): Key {
  openKeyring(home);
  const directory = keysDirectory(home);
  const key = writeKey(directory, crypto().randomBytes(32));
  setCurrent(directory, key.id);
  return key;
}

/** Adds a key from another machine; with `use` it becomes the sealing one. */
export function importKey(home: Home, secret: Buffer, use: boolean): Key {
  const directory = keysDirectory(home);
  makeHome(home);
  makeDirectory(directory, 0o700);
  const id = keyId(secret);
  const key = readKey(directory, id) ?? writeKey(directory, secret);
  if (use || currentKey(directory, (wanted) => readKey(directory, wanted)) === undefined) setCurrent(directory, key.id);
  return key;
}

/** All keys, the sealing one first. */
export function allKeys(home: Home): Key[] {
  const { current, find } = openKeyring(home);
  const ids = readdirSync(keysDirectory(home))
    .filter((name) => name.endsWith(".key"))
    .map((name) => name.slice(0, -".key".length));
  const others = ids.filter((id) => id !== current.id).flatMap((id) => find(id) ?? []);
  return [current, ...others];
}

/** Key files that other users can read. */
export function exposedKeys(home: Home): string[] {
  const directory = keysDirectory(home);
  return allKeys(home)
    .map(({ id }) => join(directory, `${id}.key`))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);
}

export function keysDirectory(home: Home): string {
  return join(home.directory, "keys");
}

/** Identifies a key without revealing it. */
function keyId(secret: Buffer): KeyId {
  return crypto().createHash("sha256").update("countersign key\n").update(secret).digest("hex").slice(0, 16);
}

function readKey(directory: string, id: KeyId): Key | undefined {
  if (!/^[0-9a-f]{16}$/.test(id)) return undefined;
  let text: string;
  try {
    text = inOwnDirectory(directory, () => readFileSync(join(directory, `${id}.key`), "utf8").trim());
  } catch (error) {
    // A key that may not be read is not a missing one, which another would replace.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const secret = Buffer.from(text, "hex");
  if (secret.length !== 32 || keyId(secret) !== id) {
    throw new Error(`The key file ${join(directory, `${id}.key`)} is damaged; put it back from a backup.`);
  }
  return { id, secret };
}

function writeKey(directory: string, secret: Buffer): Key {
  const id = keyId(secret);
  createSynced(join(directory, `${id}.key`), `${secret.toString("hex")}\n`, 0o600);
  syncDirectory(directory);
  return { id, secret };
}

function currentKey(directory: string, find: (id: KeyId) => Key | undefined): Key | undefined {
  const id = readCurrent(directory);
  return id === undefined ? undefined : find(id);
}

function readCurrent(directory: string): KeyId | undefined {
  try {
    return readFileSync(join(directory, "current"), "utf8").trim();
  } catch {
    return undefined;
  }
}

/** Two processes may start at once on a new machine: the first to write `current` wins. */
function firstKey(directory: string, find: (id: KeyId) => Key | undefined): Key {
  const key = writeKey(directory, crypto().randomBytes(32));
  try {
    createSynced(join(directory, "current"), `${key.id}\n`, 0o600);
    syncDirectory(directory);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const winner = waitForCurrent(directory, find);
  if (winner === undefined) {
    // `current` names a missing key: it was lost, and a new one takes over.
    setCurrent(directory, key.id);
    return key;
  }
  rmSync(join(directory, `${key.id}.key`), { force: true });
  return winner;
}

/** The winner creates the file before it writes to it; waits a moment for the few bytes. */
function waitForCurrent(directory: string, find: (id: KeyId) => Key | undefined): Key | undefined {
  for (let tries = 0; tries < 50; tries++) {
    const found = currentKey(directory, find);
    if (found !== undefined) return found;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
  }
  return undefined;
}

function setCurrent(directory: string, id: KeyId): void {
  const temporary = join(directory, `current.${process.pid}.tmp`);
  rmSync(temporary, { force: true });
  createSynced(temporary, `${id}\n`, 0o600);
  renameSynced(temporary, join(directory, "current"));
}
