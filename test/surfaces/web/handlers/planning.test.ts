import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createToken, type NewToken } from "../../../../src/desk/tokens.ts";
import { calls } from "../../../agent/bench/model.ts";
import { type Browser, WebBench } from "../web-bench.ts";

const PLAN = { title: "Say two", steps: [{ id: "write", title: "Write it", run: "echo two > two.txt" }] };
const SUBMITS = calls(["submit_plan", { plan: PLAN as never }]);
const ASKS = calls(["ask_user", { question: "Which colour?", options: ["blue", "red"] } as never]);

describe("planning on the server", () => {
  it("a goal becomes a plan: its questions are in the inbox, changes are made, and the answer ends it", async () => {
    const bench = await WebBench.start({ git: true, model: [ASKS, SUBMITS, SUBMITS] });
    const browser = await bench.local();
    const model = bench.scripted?.modelName ?? "";
    expect((await browser.ask("models")).models.map(({ id }) => id)).toContain(model);
    const begun = await browser.ask("plan", { body: { goal: "say two", model } });
    expect(begun).toMatchObject({ goal: "say two", phase: "gathering", project: bench.key });
    const request = await expect
      .poll(async () => (await browser.ask("inbox")).requests.find(({ kind }) => kind === "question"))
      .toBeDefined()
      .then(async () => (await browser.ask("inbox")).requests.find(({ kind }) => kind === "question"));
    expect(request).toMatchObject({ may_answer: true, stands_still: true, journal: begun.id });
    await browser.ask("answer", { body: { request: request?.id ?? "", chosen: ["red"] } });
    await expect.poll(() => phaseOf(browser)).toBe("submitted");
    const { plan = "" } = (await browser.ask("plannings")).plannings[0] ?? {};
    const { standing } = await browser.ask("planPage", { plan });
    expect(standing).toMatchObject({ status: "proposed", requester: { name: bench.f.person.name } });
    const seen = { revision: standing?.shown.revision ?? 0, digest: standing?.shown.digest ?? "" };
    const done = await browser.ask("approve", { plan, body: { seen, commands_seen: 1, start: "now" } });
    // The session that planned it ends, and this server runs the plan.
    expect(done).toMatchObject({ goes: "here", status: expect.stringMatching(/approved|executing|completed/) });
    await expect.poll(async () => (await browser.ask("planPage", { plan })).standing?.status).toBe("completed");
    await expect.poll(() => phaseOf(browser)).toBe("ended");
    expect((await browser.ask("plannings")).plannings[0]).toMatchObject({ how: "approved", plan });
  });

  it("the server's models carry out the steps of its plan, too", async () => {
    const plan = {
      title: "Say two",
      steps: [{ id: "write", title: "Write it", tools: ["write"], files: ["two.txt"] }],
    };
    const submits = calls(["submit_plan", { plan: plan as never }]);
    const writes = calls(["write", { path: "two.txt", content: "two" }]);
    const finishes = calls(["finish_step", { outcome: "done", summary: "Wrote it." }]);
    const bench = await WebBench.start({ git: true, model: [submits, writes, finishes] });
    const browser = await bench.local();
    const model = bench.scripted?.modelName ?? "";
    await browser.ask("plan", { body: { goal: "say two", model } });
    await expect.poll(() => phaseOf(browser)).toBe("submitted");
    const { plan: id = "" } = (await browser.ask("plannings")).plannings[0] ?? {};
    const { standing } = await browser.ask("planPage", { plan: id });
    const seen = { revision: standing?.shown.revision ?? 0, digest: standing?.shown.digest ?? "" };
    await browser.ask("approve", { plan: id, body: { seen, commands_seen: 0, executor_model: model, start: "now" } });
    await expect.poll(async () => (await browser.ask("planPage", { plan: id })).standing?.status).toBe("completed");
    expect(readFileSync(join(bench.f.project, "two.txt"), "utf8")).toBe("two");
  });

  it("a person stops it, and its plan stays", async () => {
    const bench = await WebBench.start({ git: true, model: [SUBMITS] });
    const browser = await bench.local();
    const { id } = await browser.ask("plan", { body: { goal: "say two", model: bench.scripted?.modelName ?? "" } });
    await expect.poll(() => phaseOf(browser)).toBe("submitted");
    const author = await bench.signIn({ token: authorToken(bench) });
    // An author ends only the planning that they asked for.
    expect((await author.ask("plannings")).plannings).toMatchObject([{ may_end: false }]);
    expect(await author.refused("stopPlanning", { params: { planning: id } })).toMatchObject({ kind: "access_needed" });
    expect((await browser.ask("plannings")).plannings).toMatchObject([{ phase: "submitted", may_end: true }]);
    await browser.ask("stopPlanning", { params: { planning: id } });
    expect((await browser.ask("plannings")).plannings[0]).toMatchObject({ phase: "ended", how: "stopped" });
    expect((await browser.ask("plans")).plans).toMatchObject([{ status: "proposed" }]);
    expect(await browser.refused("stopPlanning", { params: { planning: "other" } })).toMatchObject({ status: 404 });
  });

  it("an author ends the planning that they asked for", async () => {
    const bench = await WebBench.start({ git: true, model: [SUBMITS] });
    const author = await bench.signIn({ token: authorToken(bench) });
    const { id } = await author.ask("plan", { body: { goal: "say two", model: bench.scripted?.modelName ?? "" } });
    await expect.poll(() => phaseOf(author)).toBe("submitted");
    await author.ask("stopPlanning", { params: { planning: id } });
    expect((await author.ask("plannings")).plannings).toMatchObject([{ how: "stopped", may_end: false }]);
  });

  it("a model that is not there is refused, and nothing is left", async () => {
    const bench = await WebBench.start({ model: [] });
    const browser = await bench.local();
    const refused = await browser.refused("plan", { body: { goal: "say two", model: "nobody/nothing" } });
    expect(refused).toMatchObject({ status: 409, kind: "no_model" });
    expect((await browser.ask("plannings")).plannings).toEqual([]);
  });
});

function authorToken({ f: { desk, person } }: WebBench): string {
  const token: NewToken = { name: "otto", roles: [], access: "author" };
  return createToken(desk.homeDatabase(), token, person, desk.at()).secret;
}

async function phaseOf(browser: Browser): Promise<string | undefined> {
  return (await browser.ask("plannings")).plannings[0]?.phase;
}
