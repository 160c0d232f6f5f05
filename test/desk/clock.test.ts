import { describe, expect, it } from "vitest";
import { audit } from "../../src/desk/audit.ts";
import type { Desk } from "../../src/desk/desk.ts";
import type { DeskEvent } from "../../src/desk/events.ts";
import { statisticsSections } from "../../src/desk/statistics/statistics-text.ts";
import { statistics } from "../../src/desk/statistics.ts";
import { applyTimeOuts } from "../../src/desk/time-outs.ts";
import { createToken } from "../../src/desk/tokens.ts";
import { watch } from "../../src/desk/watch.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import { openRequests, openReview } from "../../src/lifecycle/request.ts";
import { runSeconds } from "../../src/lifecycle/run-seconds.ts";
import { holderOf } from "../../src/run/holder.ts";
import { newLease } from "../../src/run/lease.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { agent } from "../builders.ts";
import { approve, draft, type Fixture, fixture, ID, must, refusalOf, standing } from "./fixture.ts";
import { Machine, RealTime } from "./machine.ts";

const HOUR = 60;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

function world(settings: object = {}) {
  const f = fixture({ review_timeout_minutes: 30, stale_after_days: 7, ...settings });
  const time = new RealTime();
  return { f, time, machine: new Machine(f, time) };
}

const propose = async (f: Fixture, desk: Desk, more: object = {}) =>
  must(await desk.propose(draft(more), f.local)).plan;

async function eventsOf(desk: Desk, journal: string = ID): Promise<PlanEvent[]> {
  return (await desk.store.loadJournal(journal)).records.flatMap(({ events }) => events as PlanEvent[]);
}

const clockEvents = async (desk: Desk, journal?: string) =>
  (await eventsOf(desk, journal)).filter(({ type }) => type === "clock_set");

async function started(f: Fixture, desk: Desk, more: object = {}): Promise<void> {
  await propose(f, desk);
  await approve(f, ID, desk);
  must(await desk.send(ID, { type: "start", run_id: "run-1", ...more }, f.local));
}

describe("a clock that somebody sets", () => {
  it("from 2020 to today makes no plan stale; that is recorded once, by how much", async () => {
    const { f, time, machine } = world();
    machine.set(-6 * YEAR);
    await propose(f, machine.open());
    time.pass(5);
    machine.set(6 * YEAR);
    await applyTimeOuts(machine.open());
    await applyTimeOuts(machine.open());
    const desk = machine.open();
    expect(await standing(desk)).toMatchObject({ status: "proposed", updated_at: "2026-11-15T09:00:00.000Z" });
    expect(await clockEvents(desk)).toEqual([{ type: "clock_set", by_seconds: 6 * YEAR * 60 }]);
  });

  it.each([2 * DAY, -2 * DAY])("by %d minutes leaves a review the rest of its half hour", async (minutes) => {
    const { f, time, machine } = world();
    await propose(f, machine.open());
    time.pass(20);
    machine.set(minutes);
    await applyTimeOuts(machine.open());
    expect(openRequests((await standing(machine.open())).requests)).toHaveLength(1);
    time.pass(9);
    expect(openRequests((await standing(machine.open())).requests)).toHaveLength(1);
    time.pass(2);
    // A clock that was set back is noticed by the first look of a process, and by the next change.
    await applyTimeOuts(machine.open());
    expect(openRequests((await standing(machine.open())).requests)).toEqual([]);
    expect(await clockEvents(machine.open())).toEqual([{ type: "clock_set", by_seconds: minutes * 60 }]);
  });

  it("takes no default of a decision before its time", async () => {
    const { f, time, machine } = world({ decision_timeout_seconds: 600 });
    const desk = machine.open();
    const decision = { decision_id: "colour", header: "Colour", question: "Which?", default: ["red"] };
    const decisions = [{ ...decision, options: [{ label: "red" }, { label: "blue" }] }];
    const steps = [{ id: "paint", title: "Paint", tools: ["edit"], files: ["a"], decision_id: "colour" }];
    await propose(f, desk, { decisions, steps });
    await approve(f, ID, desk);
    machine.set(DAY);
    await applyTimeOuts(machine.open());
    expect((await standing(desk)).selections).toEqual({});
    time.pass(11);
    await applyTimeOuts(machine.open());
    expect((await standing(desk)).selections).toEqual({ colour: ["red"] });
  });

  it("ends no planning, no question and no confirmation before its time", async () => {
    const { time, machine } = world({ gathering_idle_minutes: 60 });
    const desk = machine.open();
    must(await desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    must(await desk.sendAgent("bot", { type: "ask", question: "Which?", timeout_minutes: 90 }, agent("bot")));
    time.pass(30);
    machine.set(DAY);
    await applyTimeOuts(machine.open());
    const waiting = must(await desk.agent("bot"));
    expect([waiting.phase, openRequests(waiting.requests).length]).toEqual(["gathering", 1]);
    time.pass(31);
    await applyTimeOuts(machine.open());
    const idle = must(await desk.agent("bot"));
    expect(idle).toMatchObject({ phase: "inactive", timed_out: true });
    expect(await clockEvents(desk, "bot")).toEqual([{ type: "clock_set", by_seconds: DAY * 60 }]);
  });

  it("archives nothing before its time", async () => {
    const { f, time, machine } = world({ retention_days: 30 });
    const desk = machine.open();
    await propose(f, desk);
    must(await desk.send(ID, { type: "cancel" }, f.person));
    machine.set(YEAR);
    await applyTimeOuts(machine.open());
    expect((await standing(desk)).archived).toBe(false);
    time.pass(31 * DAY);
    await applyTimeOuts(machine.open());
    expect((await standing(desk)).archived).toBe(true);
  });

  it("revives nothing that has expired on record", async () => {
    const { f, time, machine } = world();
    const desk = machine.open();
    const { proposal, requests } = await propose(f, desk);
    const request_id = openReview(requests)?.id ?? "";
    time.pass(31);
    await applyTimeOuts(desk);
    machine.set(-HOUR);
    const { revision, digest } = proposal;
    const late = await machine.open().send(ID, { type: "approve", revision, digest, request_id }, f.person);
    expect(refusalOf(late).kind).toBe("request_closed");
  });

  it("does not make an answer a conflict with a version that was read before", async () => {
    const { f, machine } = world();
    const { proposal, version } = await propose(f, machine.open());
    machine.set(-HOUR);
    const { revision, digest } = proposal;
    const answer = { type: "approve", revision, digest } as const;
    expect(must(await machine.open().send(ID, answer, f.person, version))).toMatchObject({ status: "approved" });
  });

  it("changes no duration of a run, and no waiting time in the statistics", async () => {
    const { f, time, machine } = world();
    await propose(f, machine.open());
    machine.set(DAY);
    time.pass(10);
    await approve(f, ID, machine.open());
    must(await machine.open().send(ID, { type: "start", run_id: "run-1" }, f.local));
    time.pass(7);
    machine.set(-2 * DAY);
    const { run } = must(await machine.open().send(ID, { type: "cancel" }, f.person));
    expect(run && runSeconds(run, undefined)).toBe(7 * 60);
    expect((await statistics(machine.open())).approval).toMatchObject({ approved: 1, seconds: { median: 600 } });
  });

  it("is recorded by a process that waits, in every journal in which something waits", async () => {
    const { f, time, machine } = world();
    const desk = machine.open();
    await propose(f, desk);
    must(await desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    const stop = new AbortController();
    const events = watch(desk, { signal: stop.signal });
    afterTest(() => stop.abort());
    const next = async (type: string): Promise<DeskEvent> => {
      for await (const event of { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) }) {
        if (event.data.type === type) return event;
      }
      throw new Error(`${type} did not come.`);
    };
    must(await desk.sendAgent("bot", { type: "ask", question: "Over?", timeout_minutes: 1 }, agent("bot")));
    time.pass(2);
    // So the timer has looked at the clock before it is set.
    await next("request_closed");
    machine.set(-HOUR);
    const journals = [await next("clock_set"), await next("clock_set")].map(({ journal }) => journal);
    expect(journals.sort()).toEqual([ID, "bot"]);
  });

  it("keeps the order of the audit, also between journals", async () => {
    const { f, time, machine } = world();
    const second = "PLAN-0a1b2c3e";
    machine.set(YEAR);
    await propose(f, machine.open());
    time.pass(1);
    machine.set(-YEAR);
    await propose(f, machine.open(), { id: second });
    time.pass(1);
    must(await machine.open().send(ID, { type: "cancel" }, f.person));
    const { entries } = await audit(machine.open(), { action: ["proposed", "clock_set", "cancelled"] });
    expect(entries.map(({ journal, action, detail }) => [journal, action, detail])).toMatchObject([
      [ID, "proposed", "Replace the cache"],
      [second, "proposed", "Replace the cache"],
      [ID, "clock_set", "set back by 365 d"],
      [ID, "cancelled", undefined],
    ]);
  });
});

describe("a clock that is behind the newest record, after the machine was started again", () => {
  it("is recorded once; what waits has as much time left as before, and how long a run took is unknown", async () => {
    const { f, time, machine } = world();
    await started(f, machine.open());
    const asked = { type: "hit_budget", of: "plan", what: "tokens", used: 2, limit: 1 } as const;
    must(await machine.open().send(ID, asked, f.local));
    time.pass(5);
    machine.reboot();
    machine.set(-YEAR);
    await applyTimeOuts(machine.open());
    await applyTimeOuts(machine.open());
    const desk = machine.open();
    expect(await clockEvents(desk)).toMatchObject([{ unknown: true }]);
    const { run } = must(await desk.send(ID, { type: "cancel" }, f.person));
    expect(run && runSeconds(run, undefined)).toBeUndefined();
  });

  it("leaves a waiting time out of the statistics, and counts the approval", async () => {
    const { f, time, machine } = world();
    await propose(f, machine.open());
    machine.reboot();
    machine.set(-YEAR);
    time.pass(5);
    await approve(f, ID, machine.open());
    const found = await statistics(machine.open());
    expect(found.approval).toEqual({ approved: 1, rejected: 0, rate: 1, unknown: 1 });
    const lines = statisticsSections(found, 80).flatMap((section) => section.lines);
    expect(lines.join("\n")).toMatch(/Clock was set +1 approval after an unknown time/);
  });

  it("does not keep a review open for ever", async () => {
    const { f, time, machine } = world();
    machine.set(YEAR);
    await propose(f, machine.open());
    machine.reboot();
    machine.set(-YEAR);
    expect(openRequests((await standing(machine.open())).requests)).toHaveLength(1);
    time.pass(31);
    expect(openRequests((await standing(machine.open())).requests)).toEqual([]);
  });

  it("of a machine that starts without a clock expires nothing when the clock is there", async () => {
    const { f, machine } = world();
    machine.set(-6 * YEAR);
    await propose(f, machine.open());
    machine.reboot();
    machine.set(6 * YEAR);
    await applyTimeOuts(machine.open());
    expect((await standing(machine.open())).status).toBe("proposed");
    expect(await clockEvents(machine.open())).toMatchObject([{ unknown: true }]);
  });
});

describe("a run", () => {
  it("is not stalled by a process whose clock is two days ahead, and is after half an hour of silence", async () => {
    const { f, time, machine } = world({ executor_timeout_minutes: 30 });
    await started(f, machine.open());
    for (let minute = 0; minute < 60; minute += 20) {
      time.pass(20);
      machine.open().alive(ID);
      const other = machine.open({ ahead: 2 * DAY });
      await applyTimeOuts(other);
      expect((await standing(other)).status).toBe("executing");
    }
    time.pass(31);
    expect((await standing(machine.open({ ahead: 2 * DAY }))).status).toBe("stalled");
  });

  it("goes on when the clock is set back and forward while it reports that it lives", async () => {
    const { f, time, machine } = world({ executor_timeout_minutes: 30 });
    const executor = machine.open();
    await started(f, executor);
    for (const minutes of [-DAY, 3 * DAY, -HOUR, 40]) {
      machine.set(minutes);
      time.pass(20);
      executor.alive(ID);
      time.pass(15);
      await applyTimeOuts(machine.open());
      expect((await standing(machine.open())).status).toBe("executing");
    }
  });

  it.each([
    3 * HOUR,
    -3 * HOUR,
  ])("of another machine, %d minutes apart, is silent only if we see no new heartbeat", async (ahead) => {
    const { f, time, machine } = world({ executor_timeout_minutes: 30 });
    const there = new Machine(f, time, { name: "there", ahead });
    const lease = { ...newLease(), host: "there", boot: "another", space: "pid:[1]" };
    await started(f, there.open(), { lease });
    for (let minute = 0; minute < 100; minute += 20) {
      there.open().alive(ID);
      time.pass(20);
      await applyTimeOuts(machine.open());
      const plan = await standing(machine.open());
      expect([plan.status, holderOf(machine.open(), plan)]).toEqual(["executing", "process"]);
    }
    const plan = await standing(machine.open());
    time.pass(31);
    expect(holderOf(machine.open(), plan)).toBe("none");
    await applyTimeOuts(machine.open());
    expect((await standing(machine.open())).status).toBe("stalled");
  });
});

describe("two machines whose clocks differ by an hour", () => {
  it("do not record that for each other again and again", async () => {
    const { f, time, machine } = world();
    const there = new Machine(f, time, { name: "there", ahead: HOUR });
    await propose(f, there.open());
    const [here, away] = [machine.open(), there.open()];
    for (let look = 0; look < 10; look++) {
      time.pass(1);
      await applyTimeOuts(here);
      await standing(here);
      await applyTimeOuts(away);
      await standing(away);
    }
    expect((await clockEvents(here)).length).toBeLessThanOrEqual(3);
    expect(openRequests((await standing(away)).requests)).toHaveLength(1);
  });
});

describe("a token with an end", () => {
  const END = "2026-11-15T10:00:00.000Z";
  const shown = (desk: Desk, secret: string) => desk.authenticate({ via: "token", secret }).ok;

  it("that was shown after it stays expired when the clock is set back", () => {
    const { f, time, machine } = world();
    const desk = machine.open();
    const made = { name: "ana", roles: [], expires_at: END };
    const { secret } = createToken(desk.homeDatabase(), made, f.person, desk.at());
    expect(shown(desk, secret)).toBe(true);
    time.pass(61);
    expect(shown(desk, secret)).toBe(false);
    machine.set(-30);
    expect(shown(desk, secret)).toBe(false);
  });

  it("is not valid by a clock from before it was made; one without an end is", () => {
    const { f, machine } = world();
    const desk = machine.open();
    const make = (more: object) =>
      createToken(desk.homeDatabase(), { name: "ana", roles: [], ...more }, f.person, desk.at()).secret;
    const [ends, stays] = [make({ expires_at: END }), make({})];
    machine.set(-6 * YEAR);
    expect([shown(desk, ends), shown(desk, stays)]).toEqual([false, true]);
  });
});
