const ENTRY = { mode: 24, hash: 40 } as const;
const GITLINK = 0xe000;

/**
 * The paths of the submodules in git's index: git runs itself in each of them. Undefined if the index is not
 * understood, or keeps entries elsewhere (split and sparse ones do).
 */
export function submodulesInIndex(index: Buffer, hashSize: number): string[] | undefined {
  if (index.length < 12 + hashSize || index.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const paths: string[] = [];
  const end = index.length - hashSize;
  let at = 12;
  let previous = "";
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + ENTRY.hash + hashSize;
    if (flagsAt + 4 > end) return undefined;
    const flags = index.readUInt16BE(flagsAt);
    const isSubmodule = (index.readUInt32BE(at + ENTRY.mode) & 0xf000) === GITLINK;
    let nameAt = flagsAt + ((flags & 0x4000) === 0 ? 2 : 4);
    let shared = "";
    if (version === 4) {
      const cut = varint(index, nameAt, end);
      if (cut === undefined || cut.value > previous.length) return undefined;
      nameAt = cut.next;
      shared = previous.slice(0, previous.length - cut.value);
    }
    let length = (flags & 0x0fff) - shared.length;
    if ((flags & 0x0fff) === 0x0fff) length = index.indexOf(0, nameAt) - nameAt;
    if (length < 0 || nameAt + length > end) return undefined;
    if (version === 4 || isSubmodule) previous = shared + index.toString("latin1", nameAt, nameAt + length);
    if (isSubmodule) paths.push(Buffer.from(previous, "latin1").toString("utf8"));
    // Before version 4, entries are padded with one to eight NULs to a multiple of eight.
    at = version === 4 ? nameAt + length + 1 : at + ((nameAt - at + length + 8) & ~7);
  }
  return at <= end && keepsAllHere(index, at, end, hashSize) ? paths : undefined;
}

/**
 * `link` and `sdir` mean that entries are elsewhere; the table at the end could make git read them from another
 * offset.
 */
function keepsAllHere(index: Buffer, start: number, end: number, hashSize: number): boolean {
  if (end >= 12 + hashSize && index.toString("latin1", end - 12 - hashSize, end - 8 - hashSize) === "EOIE")
    return false;
  for (let at = start; at + 8 <= end; at += 8 + index.readUInt32BE(at + 4)) {
    if (/^[a-z]/.test(index.toString("latin1", at, at + 1))) return false;
  }
  return true;
}

/** Git's own encoding: each further byte also adds one, so that no number has two encodings. */
function varint(bytes: Buffer, start: number, end: number): { value: number; next: number } | undefined {
  let value = 0;
  for (let at = start; at < end && at < start + 4; at += 1) {
    const byte = bytes.readUInt8(at);
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, next: at + 1 };
    value += 1;
  }
  return undefined;
}
