import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Head, noJournal, readJournal } from "../../src/desk/journal.ts";
import type { Key, Keyring } from "../../src/desk/keyring.ts";
import { type JournalRecord, placeMark, sealRecord, splitLine } from "../../src/desk/seal.ts";
import { codePoint } from "../code-point.ts";
import { runs } from "../runs.ts";

const PROJECT = "/project";
const NAME = "PLAN-0a1b2c3d";
const key = (n: number): Key => ({ id: n.toString(16).padStart(16, "0"), secret: Buffer.alloc(32, n) });
const keyring: Keyring = { current: key(1), find: (id) => [key(1), key(2)].find((each) => each.id === id) };

interface Some {
  count: number;
  name?: string;
  project?: string;
  with?: Key;
  start?: string;
  text?: string;
  format?: number;
}

/** A journal as it would be written, line by line. */
function sealed({
  count,
  name = NAME,
  project = PROJECT,
  with: by = key(1),
  start = "",
  text = "x",
  format = 1,
}: Some) {
  const lines: string[] = [];
  let prev = start;
  for (let seq = 1; seq <= count; seq++) {
    const record: JournalRecord = {
      format,
      seq,
      journal: name,
      place: placeMark(project),
      at: "2026-11-15T09:00:00.000Z",
      by: { kind: "host", surface: "host", id: "x", name: "x" },
      events: [{ type: "said", text }],
      key: by.id,
      prev,
    };
    const { line, seal } = sealRecord(record, by);
    lines.push(line);
    prev = seal;
  }
  return { lines, head: (seq: number): Head => ({ seq, seal: splitLine(lines[seq - 1] ?? "")?.record.seal ?? "" }) };
}

const bytes = (lines: string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(""));
const read = (lines: string[], head?: Head) => readJournal(NAME, PROJECT, bytes(lines), keyring, head);

describe("a journal", () => {
  it("holds with its head at its end, or one crash behind it", () => {
    const { lines, head } = sealed({ count: 5 });
    for (const seq of [5, 4, 1]) expect(read(lines, head(seq))).toMatchObject({ records: { length: 5 }, tornBytes: 0 });
    for (const seq of [5, 4, 1]) expect(read(lines, head(seq)).broken).toBeUndefined();
  });

  it("of a newer format is refused, and says what to do", () => {
    const { lines, head } = sealed({ count: 2, format: 2 });
    expect(read(lines, head(2)).broken).toMatchObject({
      kind: "newer",
      seq: 1,
      message: expect.stringContaining("update"),
    });
  });

  it("holds without a head only as a first record, made here, with the key in use", () => {
    expect(read(sealed({ count: 1 }).lines).broken).toBeUndefined();
    for (const some of [
      { count: 2 },
      { count: 1, project: "/other" },
      { count: 1, with: key(2) },
      { count: 1, start: "ab" },
    ]) {
      expect(read(sealed(some).lines).broken).toMatchObject({ kind: "foreign", seq: 1 });
    }
  });

  it("does not hold past its head with a retired key, or with records of another project", () => {
    for (const some of [{ with: key(2) }, { project: "/other" }]) {
      const { lines, head } = sealed({ count: 3, ...some });
      expect(read(lines, head(3)).broken).toBeUndefined();
      expect(read(lines, head(2)).broken).toMatchObject({ kind: "changed", seq: 3 });
    }
  });

  it("holds in the place of one that was put aside only if it began after that", () => {
    const head = { seq: 0, seal: "f".repeat(64) };
    expect(read(sealed({ count: 1, start: head.seal }).lines, head).broken).toBeUndefined();
    expect(read(sealed({ count: 1 }).lines, head).broken).toMatchObject({ kind: "foreign" });
    expect(read(sealed({ count: 2, start: head.seal }).lines, head).broken).toMatchObject({ kind: "foreign" });
    expect(read([], head)).toMatchObject({ records: [], end: head.seal });
    expect(noJournal(head)).toMatchObject({ records: [], end: head.seal });
    expect(noJournal(head).broken).toBeUndefined();
    expect(noJournal({ seq: 1, seal: "" }).broken).toMatchObject({ kind: "missing" });
  });

  it("says what the next record follows", () => {
    const { lines, head } = sealed({ count: 3 });
    expect(read(lines, head(3)).end).toBe(head(3).seal);
    expect(read([]).end).toBe("");
  });

  it("is mended at its end only: half a line is torn, a whole line without its break is not", () => {
    const { lines, head } = sealed({ count: 3 });
    const all = bytes(lines);
    const last = (lines[2] ?? "").length + 1;
    for (let cut = 0; cut <= last; cut++) {
      const kept = all.subarray(0, all.length - cut);
      const reading = readJournal(NAME, PROJECT, kept, keyring, head(2));
      expect(reading.broken).toBeUndefined();
      expect(reading.records).toHaveLength(cut < 2 ? 3 : 2);
      expect(reading.lacksNewline).toBe(cut === 1);
      expect(reading.tornBytes).toBe(cut < 2 ? 0 : last - cut);
      expect(reading.wholeBytes).toBe(cut < 2 ? kept.length : all.length - last);
    }
  });

  it("ends where the room for more begins", () => {
    const { lines, head } = sealed({ count: 3 });
    const all = bytes(lines);
    for (const size of [1, 4_095, 4_096, 4_097, 70_000]) {
      const reading = readJournal(NAME, PROJECT, Buffer.concat([all, Buffer.alloc(size)]), keyring, head(3));
      expect(reading).toMatchObject({ records: { length: 3 }, tornBytes: 0, wholeBytes: all.length });
      expect(reading.broken).toBeUndefined();
    }
  });

  it("loses nothing that was acknowledged, whichever parts of a commit a power failure left in the room", () => {
    const { lines, head } = sealed({ count: 6, text: "x".repeat(700) });
    const before = bytes(lines.slice(0, 3));
    const all = bytes(lines);
    const sectors = Math.ceil((all.length + 2_000) / 512);
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: sectors, maxLength: sectors }), (areWritten) => {
        const found = Buffer.concat([before, Buffer.alloc(all.length + 2_000 - before.length)]);
        for (const [n, isWritten] of areWritten.entries())
          if (isWritten) all.subarray(n * 512, (n + 1) * 512).copy(found, n * 512);
        const { records, broken, tornBytes, wholeBytes } = readJournal(NAME, PROJECT, found, keyring, head(3));
        expect(broken).toBeUndefined();
        expect(records.map(({ seal }) => seal)).toEqual(lines.slice(0, records.length).map((_, n) => head(n + 1).seal));
        expect(records.length).toBeGreaterThanOrEqual(3);
        expect(wholeBytes).toBe(bytes(lines.slice(0, records.length)).length);
        // Whatever is written past the end is cut off by the next commit.
        expect(tornBytes).toBe(found.findLastIndex((byte) => byte !== 0) + 1 - wholeBytes);
      }),
      { numRuns: runs(500) },
    );
  });

  it("keeps every text, whatever it holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 50 }), (text) => {
        const { lines, head } = sealed({ count: 2, text });
        const { records, broken } = read(lines, head(2));
        expect(broken).toBeUndefined();
        expect(records[1]?.events).toEqual([{ type: "said", text }]);
      }),
    );
  });

  it("holds as it is or not at all, whatever is done to its bytes", () => {
    const { lines, head } = sealed({ count: 3, text: 'a "seal":"b" \n } é' });
    const good = bytes(lines);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(40), fc.uint8Array({ maxLength: 40 }), (at, out, put) => {
        const bad = Buffer.concat([good.subarray(0, at), put, good.subarray(at + out)]);
        const { records, broken, tornBytes } = readJournal(NAME, PROJECT, bad, keyring, head(3));
        if (bad.equals(good) || broken !== undefined) return;
        // All that can be had without a break: bytes after the end, room among them, or the last line break gone.
        expect(records.map(({ seal }) => seal)).toEqual([1, 2, 3].map((seq) => head(seq).seal));
        const isRoom = bad.subarray(good.length).every((byte) => byte === 0);
        expect(tornBytes > 0 || isRoom || bad.length === good.length - 1).toBe(true);
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe("a line", () => {
  it("that is no sealed record is none", () => {
    const seal = `"seal":"${"0".repeat(64)}"}`;
    for (const line of [
      "",
      "{}",
      "null",
      `{${seal}`,
      `[1],${seal}`,
      `{"a":1,${seal}`,
      `{"seq":1,${seal.toUpperCase()}`,
      `{"seq":1,${seal} `,
      `{"seq":"1","journal":"x","place":"x","at":"x","by":{},"events":[],"key":"x","prev":"",${seal}`,
    ]) {
      expect(splitLine(line), line).toBeUndefined();
    }
  });

  it("does not let its text end it early", () => {
    const { lines } = sealed({ count: 1, text: `","seal":"${"a".repeat(64)}"}` });
    expect(splitLine(lines[0] ?? "")?.record.events).toEqual([{ type: "said", text: `","seal":"${"a".repeat(64)}"}` }]);
  });

  it("tells projects apart without naming them", () => {
    expect(placeMark("/a")).not.toBe(placeMark("/b"));
    expect(placeMark("/home/ana")).not.toContain("ana");
  });
});
