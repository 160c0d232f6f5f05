import { describe, expect, it } from "vitest";
import { Desk } from "../../src/desk/desk.ts";
import type { DeskEvent } from "../../src/desk/events.ts";
import { watch } from "../../src/desk/watch.ts";
import { afterTest } from "../agent/bench/after-test.ts";
import { agent } from "../builders.ts";
import { type Fixture, fixture, ID, must, propose, standing } from "./fixture.ts";

/** Somebody who only waits at the desk, on a clock of their own: nobody else looks. */
function waiter(f: Fixture) {
  let ahead = 0;
  const start = Date.now() - Date.parse("2026-11-15T09:00:00.000Z");
  const desk = new Desk({ directory: f.project, env: f.env, now: () => new Date(Date.now() - start + ahead) });
  const stop = new AbortController();
  const seen: DeskEvent[] = [];
  let wake = () => {};
  const watching = (async () => {
    for await (const event of watch(desk, { signal: stop.signal })) {
      seen.push(event);
      wake();
    }
  })();
  afterTest(async () => {
    stop.abort();
    await watching;
    desk.close();
  });
  return {
    desk,
    pass: (minutes: number) => {
      ahead += minutes * 60_000;
    },
    async sees(type: string): Promise<DeskEvent> {
      for (;;) {
        const found = seen.find(({ data }) => data.type === type);
        if (found) return found;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

describe("somebody who waits at a desk", () => {
  it("ends a review when its time is over, and the planning that it belongs to", async () => {
    const f = fixture({ review_timeout_minutes: 30 });
    const w = waiter(f);
    must(await f.desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    await propose(f);
    must(await f.desk.sendAgent("bot", { type: "submit", plan_id: ID }, agent("bot")));
    await w.sees("plan_submitted");
    w.pass(31);
    expect(await w.sees("request_closed")).toMatchObject({ journal: ID, by: { kind: "host" } });
    expect(await w.sees("planning_left")).toMatchObject({ journal: "bot", data: { how: "timed_out" } });
  });

  it("ends planning in which nothing happens, and not before", async () => {
    const f = fixture({ gathering_idle_minutes: 5 });
    const w = waiter(f);
    must(await f.desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    await w.sees("planning_entered");
    w.pass(4);
    w.desk.alive("bot");
    w.pass(4);
    must(await f.desk.sendAgent("other", { type: "enter" }, agent("other")));
    w.desk.alive("other");
    w.pass(2);
    expect(await w.sees("planning_left")).toMatchObject({ journal: "bot" });
    expect(must(await f.desk.agent("other")).phase).toBe("gathering");
  });

  it("hears of a time that is new: a question that was asked after it had looked", async () => {
    const f = fixture({ gathering_idle_minutes: 0 });
    const w = waiter(f);
    await propose(f);
    await w.sees("request_opened");
    const question = { type: "ask", question: "Which?", timeout_minutes: 0.02 } as const;
    must(await w.desk.sendAgent("bot", question, agent("bot")));
    expect(await w.sees("request_closed")).toMatchObject({ journal: "bot", data: { how: "expired" } });
  });

  it("does not call a run silent that says it is alive when the machine wakes up", async () => {
    const f = fixture({ executor_timeout_minutes: 30 });
    const w = waiter(f);
    const { proposal } = await propose(f);
    const { revision, digest } = proposal;
    must(await f.desk.send(ID, { type: "approve", revision, digest }, f.person));
    must(await f.desk.send(ID, { type: "start", run_id: "run-1" }, f.local));
    await w.sees("run_started");
    w.desk.alive(ID);
    w.pass(120);
    w.desk.alive(ID);
    must(await f.desk.sendAgent("bot", { type: "ask", question: "Over?", timeout_minutes: 1 }, agent("bot")));
    await w.sees("request_closed");
    expect((await standing(w.desk)).status).toBe("executing");
    w.pass(31);
    await w.sees("stalled");
  });
});
