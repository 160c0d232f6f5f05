import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { crypto } from "./crypto.ts";
import { createSynced, makeDirectory, replaceSynced, syncDirectory } from "./durable.ts";
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
  const isWhole = (wanted: KeyId) => typeof secretIn(keyFile(directory, wanted), wanted) !== "string";
  // Also puts back a damaged one.
  const key = isWhole(id) ? { id, secret } : writeKey(directory, secret);
  if (use || !isWhole(readCurrent(directory) ?? "")) setCurrent(directory, key.id);
  return key;
}

/** All keys that are whole, the sealing one first. */
export function allKeys(home: Home): Key[] {
  const { current, find } = openKeyring(home);
  const damaged = new Set(damagedKeys(home).map(({ id }) => id));
  const others = keyIds(home).filter((id) => id !== current.id && !damaged.has(id));
  return [current, ...others.flatMap((id) => find(id) ?? [])];
}

/** Key files that other users can read. */
export function exposedKeys(home: Home): string[] {
  return keyIds(home)
    .map((id) => keyFile(keysDirectory(home), id))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);
}

export function keysDirectory(home: Home): string {
  return join(home.directory, "keys");
}
export interface DamagedKey {
  id: KeyId;
  path: string;
  /** It is empty: no part of a secret is in it. */
  isEmpty: boolean;
  /** Records are to be sealed with it. */
  isCurrent: boolean;
}

/** Key files that do not hold the key they are named after. */
export function damagedKeys(home: Home): DamagedKey[] {
  const directory = keysDirectory(home);
  const current = readCurrent(directory);
  return keyIds(home).flatMap((id) => {
    const path = keyFile(directory, id);
    if (secretIn(path, id) !== "damaged") return [];
    return [{ id, path, isEmpty: statSync(path).size === 0, isCurrent: id === current }];
  });
}

/** Only for an empty file that sealed no record: a new key takes the place of the current one. */
export function deleteEmptyKey(home: Home, { path, isEmpty, isCurrent }: DamagedKey): void {
  if (!isEmpty) throw new Error(`${path} is not empty.`);
  const directory = keysDirectory(home);
  if (isCurrent) rmSync(join(directory, "current"), { force: true });
  rmSync(path, { force: true });
  syncDirectory(directory);
}

function keyIds(home: Home): KeyId[] {
  const directory = keysDirectory(home);
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap((name) => /^([0-9a-f]{16})\.key$/.exec(name)?.[1] ?? []);
}

const keyFile = (directory: string, id: KeyId): string => join(directory, `${id}.key`);

/** Identifies a key without revealing it. */
function keyId(secret: Buffer): KeyId {
  return crypto().createHash("sha256").update("countersign key\n").update(secret).digest("hex").slice(0, 16);
}

function readKey(directory: string, id: KeyId): Key | undefined {
  if (!/^[0-9a-f]{16}$/.test(id)) return undefined;
  const path = keyFile(directory, id);
  const secret = secretIn(path, id);
  if (secret === "missing") return undefined;
  if (secret !== "damaged") return { id, secret };
  const message = `The key file ${path} is damaged: put it back from a backup, or see what the doctor command says of it.`;
  throw new Error(message);
}

function secretIn(path: string, id: KeyId): Buffer | "missing" | "damaged" {
  let text: string;
  try {
    text = inOwnDirectory(dirname(path), () => readFileSync(path, "utf8").trim());
  } catch (error) {
    // A key that may not be read is not a missing one, which another would replace.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "missing";
    throw error;
  }
  const secret = Buffer.from(text, "hex");
  return secret.length === 32 && keyId(secret) === id ? secret : "damaged";
}

/** A key file is whole or not there, at every moment: half a key would seal nothing and block every command. */
function writeKey(directory: string, secret: Buffer): Key {
  const id = keyId(secret);
  replaceSynced(keyFile(directory, id), `${secret.toString("hex")}\n`, 0o600);
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
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      rmSync(keyFile(directory, key.id), { force: true });
      throw error;
    }
  }
  const winner = waitForCurrent(directory, find);
  if (winner === undefined) {
    // `current` names a missing key: it was lost, and a new one takes over.
    setCurrent(directory, key.id);
    return key;
  }
  rmSync(keyFile(directory, key.id), { force: true });
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
  replaceSynced(join(directory, "current"), `${id}\n`, 0o600);
}
