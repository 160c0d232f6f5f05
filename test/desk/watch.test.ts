import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Desk } from "../../src/desk/desk.ts";
import type { DeskEvent } from "../../src/desk/events.ts";
import type { Person } from "../../src/desk/persons.ts";
import { watch } from "../../src/desk/watch.ts";
import { planId, samplePlan } from "./sample-plan.ts";
import { type Worker, Workplace } from "./workers.ts";

let workplace: Workplace;
let desk: Desk;
let person: Person;
let watcher: Worker;
const told: string[] = [];

beforeEach(async () => {
  workplace = new Workplace();
  desk = new Desk({ directory: workplace.directory, env: workplace.env, now: laterEachTime() });
  const claim = desk.authenticate({ via: "surface", surface: "test", id: "ada", name: "Ada" });
  if (claim.ok) person = claim.value;
  told.length = 0;
  const [first] = await workplace.hire(1);
  if (!first) throw new Error("nobody came");
  watcher = first;
});

afterEach(async () => {
  desk.close();
  await workplace.close();
});

/** A clock on which no two records have the same millisecond: a rebuilt feed is ordered by time. */
function laterEachTime(): () => Date {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return new Date(last);
  };
}

/** Everything this process does from here on, as the other one should hear it. */
function listen(): void {
  desk.listen((event) => told.push(nameOf(event)));
}

const nameOf = ({ journal, version, name }: DeskEvent) => `${journal} ${version} ${name}`;

async function work(from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) {
    const id = planId(n);
    await desk.propose(samplePlan(id), person);
    await desk.sendAgent("agent", { type: "ask", question: `${n}?` }, person);
    await desk.send(id, { type: "cancel" }, person);
  }
}

/** Two events for a proposal, one for a question, two for the end. */
const EACH = 5;

function deleteDatabase(): void {
  for (const ending of ["", "-journal"])
    rmSync(join(desk.project, ".pi/plans/.state", `state.db${ending}`), { force: true });
}

/** Comes back when the other process listens: it has heard of something it did itself. */
async function following(count: number): Promise<{ all: Promise<string[]> }> {
  let isListening = false;
  watcher.onNews(() => {
    isListening = true;
  });
  const all = watcher.do({ do: "watch", count });
  while (!isListening)
    await watcher.do({ do: "sendAgent", id: watcher.name, command: { type: "ask", question: "Ready?" } });
  return { all };
}

describe("watch in another process", () => {
  it("hears everything once, in order, and nothing from before", async () => {
    await work(0, 3);
    const { all } = await following(10 * EACH);
    listen();
    await work(3, 13);
    expect(await all).toEqual(told);
  });

  it("hears everything once, in order, while the rows are rebuilt", async () => {
    await work(0, 3);
    const { all } = await following(6 * EACH);
    listen();
    for (let n = 3; n < 9; n++) {
      await work(n, n + 1);
      await desk.store.rebuild();
    }
    expect(await all).toEqual(told);
  });

  it("hears everything once, in order, while the database is deleted", async () => {
    await work(0, 3);
    const { all } = await following(12 * EACH);
    listen();
    for (let n = 3; n < 15; n++) {
      await work(n, n + 1);
      if (n % 2) deleteDatabase();
    }
    expect(await all).toEqual(told);
  });

  it("hears what happened since a point of the feed", async () => {
    await work(0, 2);
    const { n } = await desk.store.feedPoint();
    listen();
    await work(2, 4);
    const stop = new AbortController();
    const seen: string[] = [];
    for await (const event of watch(desk, { since: n, signal: stop.signal })) {
      seen.push(nameOf(event));
      if (seen.length === told.length) stop.abort();
    }
    expect(seen).toEqual(told);
  });
});

describe("a listener", () => {
  it("that throws harms neither the commit nor the other listeners", async () => {
    desk.listen(() => {
      throw new Error("out of order");
    });
    listen();
    const warning = new Promise((resolve) => process.once("warning", resolve));
    await desk.propose(samplePlan(planId(1)), person);
    expect(told).toEqual([`${planId(1)} 1 plan.proposed`, `${planId(1)} 1 request.opened`]);
    expect(String(await warning)).toContain("out of order");
  });
});
