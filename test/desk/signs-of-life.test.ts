import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCodec } from "../../src/desk/codec.ts";
import type { Desk } from "../../src/desk/desk.ts";
import type { DeskEvent } from "../../src/desk/events.ts";
import { FileStore } from "../../src/desk/file-store/file-store.ts";
import { findHome } from "../../src/desk/home.ts";
import { applyTimeOuts } from "../../src/desk/time-outs.ts";
import { HOST } from "../../src/lifecycle/actor.ts";
import { describeStore } from "../../testing/describe-store.ts";
import { type Fixture, fixture, ID, life, lines, must, standing } from "./fixture.ts";

describeStore(
  "the file store with signs of life",
  () => {
    const root = mkdtempSync(join(tmpdir(), "countersign-signs-"));
    const reader = async () => (await loadCodec()).read;
    const home = findHome({ COUNTERSIGN_HOME: join(root, "home") });
    return {
      open: () => new FileStore({ project: root, home, reader }),
      close: () => rmSync(root, { recursive: true, force: true }),
    };
  },
  { describe, it },
);

const phaseOf = async (desk: Desk) => must(await desk.agent("bot")).phase;

async function gathering(f: Fixture): Promise<void> {
  must(await f.desk.sendAgent("bot", { type: "enter", task: "Replace the cache" }, f.local));
}

describe("an agent that gathers", () => {
  it("and calls no tool for an hour plans no more, whoever looks, and everybody is told", async () => {
    const f = fixture();
    await gathering(f);
    const another = f.open();
    const told: DeskEvent[] = [];
    another.listen((event) => void told.push(event));
    f.pass(59);
    await applyTimeOuts(another);
    expect(await phaseOf(another)).toBe("gathering");
    f.pass(2);
    await applyTimeOuts(another);
    expect(await phaseOf(f.desk)).toBe("inactive");
    expect(told).toMatchObject([{ name: "agent.planning_left", by: HOST, data: { how: "timed_out" } }]);
  });

  it("goes on as long as it calls tools, at no record's cost", async () => {
    const f = fixture();
    await gathering(f);
    for (let hour = 0; hour < 3; hour++) {
      f.pass(59);
      f.open().alive("bot");
      await applyTimeOuts(f.open());
    }
    expect(await phaseOf(f.desk)).toBe("gathering");
    expect(lines(f.journalFile("bot"))).toHaveLength(1);
    f.pass(61);
    await applyTimeOuts(f.desk);
    expect(await phaseOf(f.desk)).toBe("inactive");
  });

  it.each([
    [0, 1e5, "gathering"],
    [5, 6, "inactive"],
    [5, 4, "gathering"],
  ])("with a limit of %d minutes is, after %d of them, %s", async (gathering_idle_minutes, minutes, phase) => {
    const f = fixture({ gathering_idle_minutes });
    await gathering(f);
    f.pass(minutes);
    await applyTimeOuts(f.desk);
    expect(await phaseOf(f.desk)).toBe(phase);
  });

  it("is not ended by whoever looked before its last tool call", async () => {
    const f = fixture();
    await gathering(f);
    f.pass(61);
    const late = f.open();
    const change = late.store.changeJournal.bind(late.store);
    // The tool call comes after the look at the rows, and before the lock.
    late.store.changeJournal = (name, work) => {
      f.desk.alive("bot");
      return change(name, work);
    };
    await applyTimeOuts(late);
    expect(await phaseOf(f.desk)).toBe("gathering");
    expect(lines(f.journalFile("bot"))).toHaveLength(1);
  });
});

describe("a run", () => {
  it("without a sign of life for 30 minutes is stalled, whoever looks, by the host", async () => {
    const f = fixture();
    await life(f);
    f.pass(29);
    await applyTimeOuts(f.open());
    expect((await standing(f.open())).status).toBe("executing");
    f.pass(2);
    await applyTimeOuts(f.open());
    expect((await f.open().plans({ limit: 1 })).rows).toMatchObject([{ id: ID, status: "stalled" }]);
    expect((await f.desk.store.loadJournal(ID)).records.at(-1)).toMatchObject({
      by: HOST,
      events: [{ type: "stalled" }],
    });
  });

  it("is stalled by a mere look at it, too", async () => {
    const f = fixture();
    await life(f);
    f.pass(31);
    expect((await standing(f.open())).status).toBe("stalled");
  });

  it("goes on as long as its host shows signs of life, and no longer", async () => {
    const f = fixture();
    await life(f);
    const before = lines(f.journalFile(ID)).length;
    for (let look = 0; look < 3; look++) {
      f.pass(29);
      f.open().alive(ID);
      await applyTimeOuts(f.open());
      expect((await standing(f.open())).status).toBe("executing");
    }
    expect(lines(f.journalFile(ID))).toHaveLength(before);
    f.pass(31);
    expect((await standing(f.open())).status).toBe("stalled");
  });

  it("is never stalled where the configuration says 0", async () => {
    const f = fixture({ executor_timeout_minutes: 0 });
    await life(f);
    f.pass(1e5);
    await applyTimeOuts(f.desk);
    expect((await standing(f.desk)).status).toBe("executing");
  });

  it("is not stalled by whoever looked before its last sign", async () => {
    const f = fixture();
    await life(f);
    f.pass(31);
    const late = f.open();
    const change = late.store.changePlan.bind(late.store);
    late.store.changePlan = (id, work) => {
      f.desk.alive(ID);
      return change(id, work);
    };
    await applyTimeOuts(late);
    expect((await standing(f.desk)).status).toBe("executing");
  });
});

describe("a sign of life", () => {
  it("that is lost with the database leaves the last record to count", async () => {
    const f = fixture();
    await life(f);
    f.pass(20);
    f.desk.alive(ID);
    rmSync(join(f.project, ".pi/plans/.state"), { recursive: true });
    f.pass(11);
    expect((await standing(f.open())).status).toBe("stalled");
  });

  it("leaves no trace in a project without plans, and has no place for what has no journal", () => {
    const f = fixture();
    f.desk.alive("bot");
    expect(f.desk.store.lastSign("bot", f.desk.moment())).toBeUndefined();
    expect(() => f.desk.alive("../bot")).toThrow("has no journal");
  });
});
