import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Desk } from "../../src/desk/desk.ts";
import type { Person } from "../../src/desk/persons.ts";
import { answer, awaitAnswer, findRequest, inbox } from "../../src/desk/requests.ts";
import { applyTimeOuts } from "../../src/desk/time-outs.ts";
import { contradictions } from "./contradictions.ts";
import { planId, samplePlan } from "./sample-plan.ts";
import { Workplace } from "./workers.ts";

let workplace: Workplace;
let desk: Desk;
let person: Person;
let now: Date | undefined;

beforeEach(() => {
  now = undefined;
  workplace = new Workplace();
  desk = open();
  const claim = desk.authenticate({ via: "surface", surface: "test", id: "ada", name: "Ada" });
  if (claim.ok) person = claim.value;
});

afterEach(async () => {
  desk.close();
  await workplace.close();
});

const open = () => new Desk({ directory: workplace.directory, env: workplace.env, now: () => now ?? new Date() });

async function ask(question: string, timeout_minutes = 0): Promise<string> {
  const outcome = await desk.sendAgent("agent", { type: "ask", question, timeout_minutes }, person);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return `agent/question-${outcome.value.version}`;
}

const say = (text: string) => ({ kind: "question", text }) as const;

describe("the inbox", () => {
  it("lists what waits, oldest first, and what was answered on demand", async () => {
    const why = await ask("Why?");
    await desk.propose(samplePlan(planId(1)), person);
    const how = await ask("How?");
    expect((await inbox(desk)).map(({ id }) => id)).toEqual([why, `${planId(1)}/review-1`, how]);
    expect(await answer(desk, why, say("Because."), person)).toMatchObject({
      ok: true,
      value: { closing: { how: "answered" } },
    });
    expect((await inbox(desk)).map(({ id }) => id)).toEqual([`${planId(1)}/review-1`, how]);
    expect((await inbox(desk, { all: true })).map(({ id }) => id)).toEqual([why, `${planId(1)}/review-1`, how]);
    expect(await contradictions(desk)).toEqual([]);
  });

  it("takes one answer from four processes that answer at once, and tells the others who was first", async () => {
    const workers = await workplace.hire(4);
    for (let round = 0; round < 25; round++) {
      const request = await ask(`Question ${round}?`);
      const outcomes = await Promise.all(
        workers.map((worker) => worker.do({ do: "answer", request, text: `says ${worker.name}` })),
      );
      const winners = workers.filter((_, index) => outcomes[index]?.ok);
      expect(winners, `round ${round}`).toHaveLength(1);
      const winner = winners[0]?.name;
      for (const outcome of outcomes) {
        const closing = { by: { name: winner }, answer: say(`says ${winner}`) };
        if (outcome.ok) expect(outcome.value.closing).toMatchObject(closing);
        else
          expect(outcome.refusal).toMatchObject({
            kind: "request_closed",
            message: expect.stringContaining(`${winner}`),
            facts: { closing },
          });
      }
      expect(await findRequest(desk, request)).toMatchObject({ value: { closing: { by: { name: winner } } } });
    }
    const { records } = await desk.store.loadJournal("agent");
    expect(records).toHaveLength(50);
    expect(await contradictions(desk)).toEqual([]);
  });

  it("lets a request expire when its time has come, whoever looks first, and takes no answer after that", async () => {
    now = new Date("2026-01-01T00:00:00Z");
    const request = await ask("Quick?", 5);
    now = new Date("2026-01-01T00:04:59Z");
    expect((await inbox(desk)).map(({ id }) => id)).toEqual([request]);
    now = new Date("2026-01-01T00:05:00Z");
    expect(await inbox(desk)).toEqual([]);
    expect(await findRequest(desk, request)).toMatchObject({
      value: { closing: { how: "expired", by: { kind: "host" } } },
    });
    expect(await answer(desk, request, say("Too late"), person)).toMatchObject({
      ok: false,
      refusal: { kind: "request_closed" },
    });
    await applyTimeOuts(desk);
    expect((await desk.store.loadJournal("agent")).records).toHaveLength(2);
  });

  it("forgets a request that was cancelled", async () => {
    const request = await ask("Never mind?");
    expect(await desk.sendAgent("agent", { type: "cancel_request", request_id: request }, person)).toMatchObject({
      ok: true,
    });
    expect(await inbox(desk)).toEqual([]);
    expect(await answer(desk, request, say("Still"), person)).toMatchObject({
      ok: false,
      refusal: { kind: "request_closed" },
    });
  });

  it("knows nothing of requests that were never made", async () => {
    for (const id of ["agent/question-9", "PLAN-00000009/review-1", "../x/question-1", "nonsense", ""]) {
      expect(await findRequest(desk, id)).toMatchObject({ ok: false, refusal: { kind: "unknown_request" } });
    }
  });
});

describe("a waiter", () => {
  // More than once where the machine is too busy to tell.
  it("in another process learns of an answer within 200 ms", { retry: 2 }, async () => {
    const [waiter] = await workplace.hire(1);
    const delays: number[] = [];
    for (let round = 0; round < 20; round++) {
      const request = await ask(`Question ${round}?`);
      const learned = waiter?.do({ do: "await", request });
      await answer(desk, request, say("So."), person);
      const answered = performance.timeOrigin + performance.now();
      const result = await learned;
      expect(result?.found).toMatchObject({ ok: true, value: { closing: { answer: say("So.") } } });
      delays.push((result?.at ?? Number.POSITIVE_INFINITY) - answered);
    }
    delays.sort((a, b) => a - b);
    expect(delays[10]).toBeLessThan(200);
    expect(delays.at(-1)).toBeLessThan(1000);
  });

  it("learns of an expiry without anybody else looking", async () => {
    now = new Date("2026-01-01T00:00:00Z");
    const request = await ask("Quick?", 5);
    now = new Date("2026-01-01T00:06:00Z");
    expect(await awaitAnswer(desk, request)).toMatchObject({ value: { closing: { how: "expired" } } });
  });

  it("learns of an expiry that comes while it waits", async () => {
    now = new Date("2026-01-01T00:00:00Z");
    const request = await ask("Quick?", 5);
    const learned = awaitAnswer(desk, request);
    setTimeout(() => {
      now = new Date("2026-01-01T00:06:00Z");
    }, 150);
    expect(await learned).toMatchObject({ value: { closing: { how: "expired" } } });
  });

  it("is let go by its signal, and the request stays", async () => {
    const request = await ask("Why?");
    const stop = new AbortController();
    const waiting = awaitAnswer(desk, request, stop.signal);
    stop.abort();
    expect(await waiting).toMatchObject({ ok: false, refusal: { kind: "timed_out" } });
    expect(await inbox(desk)).toHaveLength(1);
  });
});

describe("an agent", () => {
  it("is in its phase, with its task and what it asks, after a restart", async () => {
    await desk.sendAgent("agent", { type: "enter", task: "Tidy" }, person);
    const request = await ask("Where?");
    await desk.propose(samplePlan(planId(1)), person);
    await desk.sendAgent("agent", { type: "submit", plan_id: planId(1) }, person);
    const before = await desk.agent("agent");
    desk.close();
    desk = open();
    expect(await desk.agent("agent")).toEqual(before);
    expect(before).toMatchObject({ value: { phase: "submitted", task: "Tidy", plan_id: planId(1) } });
    expect(await desk.store.listAgents()).toMatchObject([{ id: "agent", phase: "submitted", task: "Tidy" }]);
    expect((await inbox(desk)).map(({ id }) => id)).toContain(request);
  });
});
