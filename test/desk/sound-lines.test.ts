import { readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { crypto } from "../../src/desk/crypto.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { type JudgedCall, judgeCall } from "../../src/desk/judge-call.ts";
import type { SealedRecord } from "../../src/desk/seal.ts";
import { HOST } from "../../src/lifecycle/actor.ts";
import type { AgentEvent } from "../../src/lifecycle/agent-phase.ts";
import type { ToolCall } from "../../src/policy/tool.ts";
import { runs } from "../runs.ts";
import { type Fixture, fixture, must, refusalOf } from "./fixture.ts";

// What a process has checked it does not check again. Whatever is done to a journal meanwhile still shows.

const WRITE: ToolCall = { tool: "write", source: "pi", input: { path: "a.ts", content: "x" } };

let f: Fixture;
let path: string;
beforeEach(async () => {
  f = fixture();
  path = f.journalFile("bot");
  must(await f.desk.sendAgent("bot", { type: "enter", task: "look" }, f.local));
  for (let n = 0; n < 5; n++) await deny();
  await f.desk.agent("bot");
});

async function deny(desk: Desk = f.desk, agent = "bot"): Promise<JudgedCall> {
  return must(await judgeCall(desk, agent, WRITE, { sandbox: "off" }));
}

/** As many denials as it takes for a journal of this length, in one commit. */
async function lengthen(agent: string, length: number): Promise<void> {
  must(await f.desk.sendAgent(agent, { type: "enter" }, f.local));
  await deny(f.desk, agent);
  const events = (await f.desk.store.loadJournal(agent)).records.at(-1)?.events as AgentEvent[];
  const records = Array.from({ length: length - 2 }, () => ({ at: f.desk.at(), by: HOST, events }));
  await f.desk.store.changeJournal(agent, () => ({ result: undefined, records }));
}

/** Writes other bytes, and makes the file look as it did. */
function tamper(bytes: Buffer): void {
  const { atime, mtime } = statSync(path);
  writeFileSync(path, bytes);
  utimesSync(path, atime, mtime);
}

describe("a journal that this process has checked", () => {
  it("shows a single other byte anywhere, as to somebody who has never read it", async () => {
    const whole = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const other = Buffer.from(whole);
        other[at] = (whole[at] ?? 0) ^ change;
        tamper(other);
        const stranger = f.open();
        const seen = await f.desk.store.loadJournal("bot");
        // Only the line break at the very end may go: the next record brings it.
        if (at < whole.length - 1) expect(seen.broken).toBeDefined();
        expect(seen).toEqual(await stranger.store.loadJournal("bot"));
        stranger.close();
        tamper(whole);
        expect((await f.desk.store.loadJournal("bot")).broken).toBeUndefined();
      }),
      { numRuns: runs(60) },
    );
  });

  it("takes nothing in after a change of what was checked, and leaves the agent without a standing", async () => {
    const whole = readFileSync(path);
    tamper(Buffer.from(whole.toString().replace('"task":"look"', '"task":"book"')));
    expect(refusalOf(await judgeCall(f.desk, "bot", WRITE, { sandbox: "off" })).kind).toBe("broken_journal");
    expect(refusalOf(await f.desk.agent("bot")).facts).toMatchObject({ kind: "changed", seq: 1 });
    expect(refusalOf(await f.desk.sendAgent("bot", { type: "enter" }, f.local)).kind).toBe("broken_journal");
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(7);
  });

  it("shows that records were cut off, taken out, or put back to an earlier day", async () => {
    const whole = readFileSync(path);
    const lines = whole.toString().split("\n");
    truncateSync(path, whole.lastIndexOf("\n", whole.length - 2) + 1);
    expect(refusalOf(await f.desk.agent("bot")).facts).toMatchObject({ kind: "cut", seq: 6 });
    tamper(Buffer.from(lines.toSpliced(2, 1).join("\n")));
    expect(refusalOf(await f.desk.agent("bot")).facts).toMatchObject({ kind: "changed", seq: 3 });
    tamper(whole);
    await deny();
    tamper(whole);
    expect(refusalOf(await f.desk.agent("bot")).facts).toMatchObject({ kind: "cut", seq: 7 });
    truncateSync(path, 0);
    expect(refusalOf(await f.desk.agent("bot")).facts).toMatchObject({ kind: "cut", seq: 1 });
  });

  it("goes on with what others record, and after half a line that a crash left", async () => {
    const other = f.open();
    await deny(other);
    await deny(other);
    expect(must(await f.desk.agent("bot")).version).toBe(8);
    await deny();
    expect(must(await other.agent("bot")).version).toBe(9);
    writeFileSync(path, '{"seq":10,', { flag: "a" });
    expect(await f.desk.store.loadJournal("bot")).toMatchObject({ tornBytes: 10, records: { length: 9 } });
    await deny();
    const { records, broken } = await f.open().store.loadJournal("bot");
    expect([broken, records.length]).toEqual([undefined, 10]);
    expect(records.at(-1)?.events).toMatchObject([{ type: "journal_repaired" }, { type: "call_judged" }]);
    expect((await f.desk.store.loadJournal("bot")).records).toEqual(records);
  });

  it("cannot be changed by whoever was given its records", async () => {
    const records = (await f.desk.store.loadJournal("bot")).records as SealedRecord<{ task?: string }>[];
    const [first] = records;
    expect(() => Object.assign(first?.events[0] ?? {}, { task: "another" })).toThrow(TypeError);
    records.splice(0, 3);
    expect(must(await f.desk.agent("bot"))).toMatchObject({ phase: "gathering", task: "look", version: 6 });
    expect((await f.desk.store.loadJournal("bot")).records).toHaveLength(6);
  });

  it("has every record in the feed once, in order", async () => {
    await deny(f.open());
    await deny();
    const { records } = await f.desk.store.feed(0, 100);
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await f.desk.store.rebuild();
    expect((await f.desk.store.feed(0, 100)).records).toEqual(records);
  });
});

describe("taking down a denial", () => {
  it("takes no more checks of seals for a long journal than for a short one", async () => {
    const checksFor = async (agent: string, length: number) => {
      await lengthen(agent, length);
      await deny(f.desk, agent);
      const seals = vi.spyOn(crypto(), "createHmac");
      await deny(f.desk, agent);
      const { length: checks } = seals.mock.calls;
      seals.mockRestore();
      expect((await f.open().store.loadJournal(agent)).records).toHaveLength(length + 2);
      return checks;
    };
    const few = await checksFor("short", 10);
    expect(few).toBeGreaterThan(0);
    expect(await checksFor("long", 600)).toBe(few);
  });
});
