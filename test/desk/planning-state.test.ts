import { beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../src/desk/audit.ts";
import type { DeskEvent } from "../../src/desk/events.ts";
import type { AgentCommand } from "../../src/lifecycle/agent-phase.ts";
import { agent } from "../builders.ts";
import { approve, type Fixture, fixture, ID, must, propose, refusalOf } from "./fixture.ts";

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

const BOT = agent("bot");
const ENTER: AgentCommand = { type: "enter", task: "Replace the cache" };
const CANCEL: AgentCommand = { type: "leave", how: "cancelled" };

describe("an agent at the desk", () => {
  it("is inactive until somebody lets it plan", async () => {
    expect(must(await f.desk.agent("bot"))).toEqual({ phase: "inactive", version: 0, requests: {} });
    expect(must(await f.desk.sendAgent("bot", ENTER, f.local)).phase).toBe("gathering");
  });

  it("that plans already is told so with its phase, and nothing changes", async () => {
    must(await f.desk.sendAgent("bot", ENTER, f.local));
    const before = must(await f.desk.agent("bot"));
    const again = refusalOf(await f.desk.sendAgent("bot", { type: "enter", task: "Something else" }, BOT));
    expect(again).toMatchObject({
      kind: "already_planning",
      message: "Already in planning mode.",
      facts: { phase: "gathering" },
    });
    expect(must(await f.desk.agent("bot"))).toEqual(before);
  });

  it("that enters by itself has its reason as the task", async () => {
    const entered = must(await f.desk.sendAgent("bot", { type: "enter", reason: "It touches nine files" }, BOT));
    expect(entered).toMatchObject({ phase: "gathering", task: "It touches nine files" });
    const both = must(await f.desk.sendAgent("other", { ...ENTER, reason: "It is hard" }, BOT));
    expect(both).toMatchObject({ task: "Replace the cache" });
  });

  it("holds what planning has come to: task, plan, times, and who approved", async () => {
    const gathering = must(await f.desk.sendAgent("bot", ENTER, f.local));
    await propose(f);
    const submitted = must(await f.desk.sendAgent("bot", { type: "submit", plan_id: ID }, BOT));
    expect(submitted).toMatchObject({ phase: "submitted", task: "Replace the cache", plan_id: ID });
    const approved = await approve(f);
    const begun = must(
      await f.desk.sendAgent(
        "bot",
        { type: "begin", approved_by: f.person, approved_at: approved.updated_at },
        f.person,
      ),
    );
    expect(begun).toMatchObject({
      phase: "executing",
      gathering_start: "gathering_start" in gathering && gathering.gathering_start,
      submitted_at: "submitted_at" in submitted && submitted.submitted_at,
      approved_at: approved.updated_at,
      approved_by: { name: f.person.name },
    });
  });

  it("returns to normal when planning is cancelled, and may plan again", async () => {
    must(await f.desk.sendAgent("bot", ENTER, f.local));
    expect(refusalOf(await f.desk.sendAgent("bot", CANCEL, BOT)).kind).toBe("person_needed");
    const left = must(await f.desk.sendAgent("bot", CANCEL, f.person));
    expect(left).toEqual({ phase: "inactive", version: 2, updated_at: expect.any(String), requests: {} });
    expect(must(await f.desk.sendAgent("bot", { type: "enter" }, BOT))).toMatchObject({ phase: "gathering" });
  });

  it("knows nothing of other agents that plan at the same time", async () => {
    const names = ["bot", "channel-77", "main.thread"];
    await Promise.all(
      names.map((name) => f.desk.sendAgent(name, { type: "enter", task: `task of ${name}` }, agent(name))),
    );
    must(await f.desk.sendAgent("bot", CANCEL, f.person));
    const states = await Promise.all(names.map(async (name) => must(await f.open().agent(name))));
    expect(states).toMatchObject([
      { phase: "inactive" },
      { phase: "gathering", task: "task of channel-77", version: 1 },
      { phase: "gathering", task: "task of main.thread", version: 1 },
    ]);
  });

  it("is told of under the names of events, and stands in the audit", async () => {
    const told: DeskEvent[] = [];
    f.desk.listen((event) => told.push(event));
    must(await f.desk.sendAgent("bot", { type: "enter", reason: "It is hard" }, BOT));
    must(await f.desk.sendAgent("bot", { type: "submit", plan_id: ID }, BOT));
    must(await f.desk.sendAgent("bot", CANCEL, f.person));
    expect(told.map(({ name, journal, version }) => [name, journal, version])).toEqual([
      ["agent.planning_entered", "bot", 1],
      ["agent.plan_submitted", "bot", 2],
      ["agent.planning_left", "bot", 3],
    ]);
    expect(told[0]?.data).toMatchObject({ reason: "It is hard" });
    const { entries } = await audit(f.desk, { journal: "bot" });
    expect(entries.map(({ action, detail, by }) => [action, detail, by.name])).toEqual([
      ["planning_entered", "It is hard", "bot"],
      ["plan_submitted", ID, "bot"],
      ["planning_left", "cancelled", f.person.name],
    ]);
  });
});
