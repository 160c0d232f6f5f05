import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { audit } from "../../src/desk/audit.ts";
import type { DeskEvent } from "../../src/desk/events.ts";
import { inbox } from "../../src/desk/requests.ts";
import { agent } from "../builders.ts";
import { approve, type Fixture, fixture, found, ID, must, propose, refusalOf, standing } from "./fixture.ts";

const DAY = 24 * 60;
const CHOICE = {
  steps: [{ id: "swap", title: "Swap it", decision_id: "store" }],
  decisions: [{ decision_id: "store", header: "Store", question: "Which?", options: ["redis", "disk"] }],
};

/** The names of what a desk tells while something is done. */
async function told(desk: Fixture["desk"], work: () => Promise<unknown>): Promise<DeskEvent[]> {
  const events: DeskEvent[] = [];
  const stop = desk.listen((event) => events.push(event));
  await work();
  stop();
  return events;
}

describe("the settings in force at the desk", () => {
  it("end a review without an answer, and leave the plan proposed for whoever signs it later", async () => {
    const f = fixture({ review_timeout_minutes: 30 });
    await propose(f);
    f.pass(29);
    expect(await inbox(f.desk)).toHaveLength(1);
    f.pass(1);
    const events = await told(f.desk, async () => expect(await inbox(f.desk)).toEqual([]));
    expect(events.map(({ name, by }) => [name, by.kind])).toEqual([["request.closed", "host"]]);
    expect(await standing(f.desk)).toMatchObject({ status: "proposed", version: 2 });
    expect(await approve(f)).toMatchObject({ status: "approved" });
  });

  it("end the planning whose review nobody answered, and no other", async () => {
    const f = fixture({ review_timeout_minutes: 30 });
    await propose(f);
    for (const name of ["bot", "other"]) must(await f.desk.sendAgent(name, { type: "enter" }, agent(name)));
    must(await f.desk.sendAgent("bot", { type: "submit", plan_id: ID }, agent("bot")));
    f.pass(29);
    await inbox(f.desk);
    expect(must(await f.desk.agent("bot")).phase).toBe("submitted");
    f.pass(1);
    await standing(f.open());
    await inbox(f.open());
    expect(must(await f.desk.agent("bot")).phase).toBe("inactive");
    expect(must(await f.desk.agent("other")).phase).toBe("gathering");
    expect((await audit(f.desk, { journal: "bot" })).entries.at(-1)).toMatchObject({
      action: "planning_left",
      detail: expect.stringMatching(
        /^timed_out: Planning timed out: the review of PLAN-\w+ had no answer for \d+ minutes\./,
      ),
      by: { kind: "host" },
    });
    expect(await approve(f)).toMatchObject({ status: "approved" });
  });

  it("leave an agent submitted whose plan was signed after the time had run out", async () => {
    const f = fixture({ review_timeout_minutes: 30 });
    await propose(f);
    must(await f.desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    must(await f.desk.sendAgent("bot", { type: "submit", plan_id: ID }, agent("bot")));
    f.pass(60);
    await approve(f);
    await inbox(f.desk);
    expect(must(await f.desk.agent("bot")).phase).toBe("submitted");
  });

  it.each([
    [90, undefined],
    [5, { retention_days: 5 }],
  ])("put a plan that has ended into the archive after %d days, and no other", async (days, settings) => {
    const f = fixture({ stale_after_days: 0, ...settings });
    const open = "PLAN-00000001";
    await propose(f);
    await propose(f, { id: open });
    must(await f.desk.send(ID, { type: "cancel" }, f.person));
    f.pass(days * DAY - 1);
    await inbox(f.desk);
    expect((await standing(f.desk)).archived).toBe(false);
    f.pass(2);
    await inbox(f.desk);
    expect(await standing(f.desk)).toMatchObject({ status: "cancelled", archived: true });
    expect((await standing(f.desk, open)).archived).toBe(false);
  });

  it("let ended plans stay where they are with a retention of 0", async () => {
    const f = fixture({ retention_days: 0 });
    await propose(f);
    must(await f.desk.send(ID, { type: "cancel" }, f.person));
    f.pass(1000 * DAY);
    await inbox(f.desk);
    expect((await standing(f.desk)).archived).toBe(false);
  });

  it("let a review wait forever unless they say otherwise", async () => {
    const f = fixture({ stale_after_days: 0 });
    await propose(f);
    f.pass(1000 * DAY);
    expect(await inbox(f.desk)).toMatchObject([{ kind: "review" }]);
  });

  it.each([
    ["the default of 30 days", undefined, 30],
    ["the 7 days of a chat", { stale_after_days: 7 }, 7],
  ])("cancel a stale plan after %s, and say so everywhere", async (_, settings, days) => {
    const f = fixture(settings);
    await propose(f);
    f.pass(days * DAY - 1);
    expect((await standing(f.desk)).status).toBe("proposed");
    f.pass(2);
    const other = f.open();
    const events = await told(other, async () => found(other));
    expect(events.map(({ name }) => name)).toEqual(["request.closed", "plan.cancelled"]);
    expect(await standing(f.desk)).toMatchObject({
      status: "cancelled",
      why: "stale",
      days,
    });
    expect(readFileSync(f.planFile(ID), "utf8")).toContain("status: cancelled");
    expect((await audit(f.desk)).entries.at(-1)).toMatchObject({
      action: "cancelled",
      detail: `expired after ${days} days without an answer`,
      by: { kind: "host" },
    });
  });

  it("say when a decision is due; without a default it waits all the same", async () => {
    for (const [settings, isDue] of [
      [undefined, false],
      [{ decision_timeout_seconds: 90 }, true],
    ] as const) {
      const f = fixture(settings);
      await propose(f, CHOICE);
      await approve(f);
      f.pass(10 * DAY);
      const [open] = await inbox(f.desk);
      expect([open?.kind, open?.expires_at !== undefined]).toEqual(["decision", isDue]);
      expect(await standing(f.desk)).toMatchObject({ status: "approved", selections: {} });
      const late = await f.desk.send(ID, { type: "decide", decision_id: "store", selections: ["disk"] }, f.person);
      expect(must(late).selections).toEqual({ store: ["disk"] });
    }
  });

  it("say who may approve, and how many must", async () => {
    const f = fixture({ approvers: { from: ["role:lead"], quorum: 2 } });
    await propose(f);
    const { revision, digest } = (await standing(f.desk)).proposal;
    const sign = (name: string, roles: string[]) => {
      const claim = { via: "surface", surface: "discord", id: name, name, roles } as const;
      return f.desk.send(ID, { type: "approve", revision, digest }, must(f.desk.authenticate(claim)));
    };
    expect(refusalOf(await sign("eve", [])).kind).toBe("not_an_approver");
    expect(must(await sign("ana", ["lead"])).status).toBe("proposed");
    expect(refusalOf(await sign("ana", ["lead"])).kind).toBe("already_signed");
    const approved = must(await sign("bob", ["lead"]));
    expect(approved.status).toBe("approved");
    expect(readFileSync(f.planFile(ID), "utf8")).toContain("approved_by: ana (discord), bob (discord)");
  });

  it("do nothing for a plan that is approved, however old it is", async () => {
    const f = fixture({ stale_after_days: 7, review_timeout_minutes: 30 });
    await propose(f);
    await approve(f);
    f.pass(1000 * DAY);
    expect(await standing(f.open())).toMatchObject({ status: "approved", version: 2 });
  });

  it("stop whoever acts while a file is wrong, and nobody who only looks", async () => {
    const f = fixture();
    await propose(f);
    mkdirSync(join(f.project, ".pi"), { recursive: true });
    writeFileSync(join(f.project, ".pi", "plans.json"), '{ "stale_after_day": 7 }');
    const desk = f.open();
    const refused = [
      await desk.propose({ title: "x", steps: ["y"] }, f.local),
      await desk.send(ID, { type: "cancel" }, f.person),
      await desk.sendAgent("bot", { type: "enter" }, agent("bot")),
    ].map((outcome) => refusalOf(outcome));
    for (const refusal of refused) {
      expect(refusal.kind).toBe("wrong_configuration");
      expect(refusal.problems).toMatchObject([
        { kind: "unknown_key", hint: expect.stringContaining("stale_after_days") },
      ]);
    }
    expect((await standing(desk)).status).toBe("proposed");
  });
});
