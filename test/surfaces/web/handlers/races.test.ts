import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createToken } from "../../../../src/desk/tokens.ts";
import type { PlanId } from "../../../../src/plan/plan.ts";
import { planOf, signed, THREE } from "../../../../testing/plan-stages.ts";
import { completeRun } from "../../../acts/complete-run.ts";
import { must } from "../../../desk/fixture.ts";
import { type Browser, WebBench } from "../web-bench.ts";

const COMMANDS = { title: "Commands", steps: [{ id: "one", title: "One", run: "echo 1 > one.txt", verify: "true" }] };

describe("a signature by HTTP", () => {
  it("is refused unless every command was shown, and counts only what is not left out", async () => {
    const { browser, id, seen, bench } = await proposed(THREE);
    const refused = await browser.refused("approve", { plan: id, body: { seen, commands_seen: 2, start: "later" } });
    expect(refused).toMatchObject({ status: 409, kind: "unread_commands", facts: { commands: 3, seen: 2 } });
    const body = { seen, commands_seen: 2, left_out: ["three"], start: "later" };
    const done = await browser.ask("approve", { plan: id, body });
    expect(done).toMatchObject({ status: "approved", goes: "none", next: [{ move: "run" }, {}, {}] });
    expect((await planOf(bench.f, id)).status).toBe("approved");
  });

  it("of an older text is refused with what is there now, and how that differs", async () => {
    const { browser, id, seen, bench } = await proposed(COMMANDS);
    const { text } = await browser.send("planText", { plan: id });
    const { version } = await planOf(bench.f, id);
    await browser.ask("edit", { plan: id, body: { text: text.replace("echo 1", "echo 2"), version } });
    for (const [name, body] of [
      ["approve", { seen, commands_seen: 2, start: "now" }],
      ["reject", { seen }],
      ["requestChanges", { seen, feedback: "No." }],
    ] as const) {
      const refused = await browser.refused(name, { plan: id, body });
      expect(refused).toMatchObject({
        status: 409,
        kind: "stale_digest",
        facts: {
          now: { revision: 1, digest: expect.not.stringContaining(seen.digest), version: version + 1 },
          comparison: { same: false, steps: { changed: [{ fields: [{ field: "run" }] }] } },
        },
      });
    }
    const conflict = await browser.refused("edit", { plan: id, body: { text, version } });
    expect(conflict).toMatchObject({ status: 409, kind: "conflict", facts: { now: { version: version + 1 } } });
    expect((await planOf(bench.f, id)).status).toBe("proposed");
  });

  it("with start now runs here to its end, and a retry or a second start changes nothing", async () => {
    const { browser, id, seen } = await proposed(COMMANDS);
    const done = await browser.ask("approve", { plan: id, body: { seen, commands_seen: 2, start: "now" } });
    expect(done).toMatchObject({ goes: "here" });
    await expect.poll(async () => (await browser.ask("planPage", { plan: id })).standing?.status).toBe("completed");
    expect(await browser.refused("start", { plan: id })).toMatchObject({ status: 409, kind: "wrong_state" });
  });

  it("needs the quorum: the first signature runs nothing, the second of another person does", async () => {
    const settings = { approvers: { from: "anyone", quorum: 2, exclude_requester: false } };
    const { browser, id, seen, bench } = await proposed(COMMANDS, settings);
    const body = { seen, commands_seen: 2, start: "now" };
    const first = await browser.ask("approve", { plan: id, body });
    expect(first).toMatchObject({
      status: "proposed",
      goes: "none",
      words: expect.stringContaining("1 more signature"),
    });
    expect(await browser.refused("approve", { plan: id, body })).toMatchObject({ kind: "already_signed" });
    const ben = await holder(bench, "ben");
    const review = { steps: 1, commands: 2, high_risk: 0, signed: [bench.f.person.name], needed: 2 };
    expect((await ben.ask("inbox")).requests).toMatchObject([{ review: { ...seen, ...review } }]);
    expect(await ben.ask("approve", { plan: id, body })).toMatchObject({ goes: "here" });
    await expect.poll(async () => (await planOf(bench.f, id)).status).toBe("completed");
  });
});

describe("two persons at once", () => {
  it("approve and reject, by two browsers: the first counts, and the second is told who was first", async () => {
    for (let round = 0; round < 4; round++) {
      const { browser, id, seen, bench } = await proposed(COMMANDS);
      const ben = await holder(bench, "ben");
      const answers = await Promise.all([
        browser.send("approve", { plan: id, body: { seen, commands_seen: 2, start: "later" } }),
        ben.send("reject", { plan: id, body: { seen } }),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 409]);
      const isApproved = answers[0].status === 200;
      const lost = JSON.parse(answers[isApproved ? 1 : 0].text).error;
      expect(lost).toMatchObject({
        kind: "wrong_state",
        message: `${isApproved ? bench.f.person.name : "ben"} has ${isApproved ? "approved" : "rejected"} it already.`,
        facts: { closing: { how: "answered", by: { surface: "web" } } },
      });
      expect((await planOf(bench.f, id)).status).toBe(isApproved ? "approved" : "rejected");
    }
  });

  it("one by HTTP and one at a terminal: the page of the first shows the answer of the other", async () => {
    const { browser, id, seen, bench } = await proposed(COMMANDS);
    const { desk, person } = bench.f;
    const both = await Promise.all([
      browser.send("reject", { plan: id, body: { seen } }),
      desk.send(id, { type: "request_changes", revision: 1, feedback: "Say why." }, person),
    ]);
    const isRejected = both[0].status === 200;
    expect(both[1].ok).toBe(!isRejected);
    const { standing } = await browser.ask("planPage", { plan: id });
    expect(standing?.status).toBe(isRejected ? "rejected" : "changes_requested");
    const { requests } = await browser.ask("answered");
    expect(requests[0]?.closing?.words).toContain(isRejected ? "rejected it" : "asked for changes");
  });

  it("approve by HTTP and reject by a command: one of them counts, and both say which", async () => {
    for (let round = 0; round < 3; round++) {
      const { browser, id, seen, bench } = await proposed(COMMANDS);
      const { desk, person, project, env } = bench.f;
      const { secret } = createToken(desk.homeDatabase(), { name: "ana", roles: [] }, person, desk.at());
      const binary = fileURLToPath(new URL("../../../../bin/countersign.js", import.meta.url));
      const command = spawn(process.execPath, [binary, "reject", id, "--json"], {
        cwd: project,
        env: { ...process.env, ...env, COUNTERSIGN_APPROVER_TOKEN: secret },
        stdio: ["ignore", "pipe", "ignore"],
      });
      const ended = once(command, "exit");
      // A command takes a moment to begin: each round another one of the two is likely to be first.
      if (round > 0) await once(command.stdout, "readable");
      const approved = await browser.send("approve", { plan: id, body: { seen, commands_seen: 2, start: "later" } });
      const [code] = await ended;
      const status = (await planOf(bench.f, id)).status;
      expect([approved.status, code, status]).toEqual(
        approved.status === 200 ? [200, 1, "approved"] : [409, 0, "rejected"],
      );
      if (status === "rejected") expect(approved.text).toContain("ana has rejected it already");
    }
  });

  it("a plan runs once, however often it is started", async () => {
    const { bench, browser } = await opened();
    const id = await signed(bench.f, COMMANDS);
    const other = await bench.local();
    const started = await Promise.all([
      browser.send("start", { plan: id }),
      other.send("start", { plan: id }),
      browser.send("start", { plan: id }),
    ]);
    expect(started.some(({ status }) => status === 200)).toBe(true);
    await expect.poll(async () => (await planOf(bench.f, id)).status).toBe("completed");
    const { records } = await bench.f.desk.store.loadJournal(id);
    const starts = records
      .flatMap(({ events }) => events as { type: string }[])
      .filter(({ type }) => type === "run_started");
    expect(starts.length).toBe(1);
  });
});

describe("a decision by HTTP", () => {
  it("answers the request of its own plan and decision only, and once", async () => {
    const { bench, browser } = await opened();
    const decision = { decision_id: "colour", header: "Colour", question: "Which colour?" };
    const options = ["Red", "Blue"].map((label) => ({ label, description: label }));
    const steps = [{ id: "one", title: "One", run: "true", decision_id: "colour" }];
    const started = async (title: string) => {
      const plan = await signed(bench.f, { title, steps, decisions: [{ ...decision, options }] });
      await browser.ask("start", { plan });
      return plan;
    };
    const [first, second] = [await started("First"), await started("Second")];
    const asked = async () => (await browser.ask("inbox")).requests.filter(({ kind }) => kind === "decision");
    await expect.poll(async () => (await asked()).length).toBe(2);
    const of = async (plan: PlanId) => (await asked()).find((request) => request.plan === plan)?.id;
    const taken = { decision: "colour", chosen: ["Blue"] };
    const strange = { plan: first, body: { ...taken, request: await of(second) } };
    expect(await browser.refused("decide", strange)).toMatchObject({ status: 404, kind: "unknown_request" });
    expect(await asked()).toHaveLength(2);
    const own = { plan: first, body: { ...taken, request: await of(first) } };
    const done = await browser.ask("decide", own);
    expect(done).toMatchObject({ words: "Decided colour: Blue.", fact: { act: "decide", outdated: [] } });
    expect(await browser.refused("decide", own)).toMatchObject({ status: 409, kind: "request_closed" });
    expect(await asked()).toHaveLength(1);
  });
});

describe("a roll back by HTTP", () => {
  it("does exactly what its preview showed: other effects are refused, with the new preview", async () => {
    const { bench, browser } = await opened();
    const id = await signed(bench.f, COMMANDS);
    await completeRun(bench.f.desk, id);
    const shown = await browser.ask("preview", { plan: id, params: { act: "rollback" } });
    expect(shown).toMatchObject({ asks_again: true, files: [{ path: "one.txt" }], conflicts: [] });
    const made = await browser.refused("rollBack", { plan: id, body: { preview: "made-up" } });
    expect(made).toMatchObject({ status: 409, kind: "changed_since", facts: { preview: { preview: shown.preview } } });
    const done = await browser.ask("rollBack", { plan: id, body: { preview: shown.preview } });
    expect(done.fact).toMatchObject({ act: "rollback", steps: ["one"] });
    const { standing } = await browser.ask("planPage", { plan: id });
    expect(standing?.run?.rolled_back).toHaveLength(1);
    // A page may ask before it knows.
    expect(await browser.ask("stepDiff", { plan: id, query: { step: "one" } })).toEqual({ files: [], total: 0 });
  });
});

describe("what a token may", () => {
  it("a viewer looks, an author proposes and edits, and neither answers", async () => {
    const { browser, id, seen, bench } = await proposed(COMMANDS);
    const viewer = await holder(bench, "vera", "viewer");
    const author = await holder(bench, "otto", "author");
    expect((await viewer.ask("planPage", { plan: id })).may).toEqual([]);
    expect((await viewer.ask("inbox")).requests).toMatchObject([{ may_answer: false }]);
    expect((await browser.ask("inbox")).requests).toMatchObject([{ may_answer: true }]);
    for (const by of [viewer, author])
      expect(await by.refused("reject", { plan: id, body: { seen } })).toMatchObject({ status: 403 });
    expect(await viewer.refused("propose", { body: { text: "{}" } })).toMatchObject({ status: 403 });
    const signing = { seen, commands_seen: 2, start: "later" };
    await browser.ask("approve", { plan: id, body: signing });
    const text = `${(await author.send("planText", { plan: id })).text}\nMore.\n`;
    const { version } = await planOf(bench.f, id);
    // It would void the signature.
    expect(await author.refused("edit", { plan: id, body: { text, version } })).toMatchObject({
      kind: "access_needed",
    });
    expect((await planOf(bench.f, id)).status).toBe("approved");
    const { id: own } = await author.ask("propose", { body: { text: JSON.stringify(COMMANDS) } });
    expect(await author.ask("withdraw", { plan: own, body: {} })).toMatchObject({ status: "changes_requested" });
  });

  it("an author answers what a planner asks, and allows no call", async () => {
    const { bench } = await opened();
    const { desk } = bench.f;
    const agent = { kind: "agent", surface: "pi", id: "pi-1", name: "pi" } as const;
    must(await desk.sendAgent("pi-1", { type: "enter" }, bench.f.person));
    must(await desk.sendAgent("pi-1", { type: "ask", question: "Which colour?" }, agent));
    const call = { tool: "bash", summary: "npm test", reason: "It may write." };
    must(await desk.sendAgent("pi-1", { type: "confirm", ...call }, agent));
    const [viewer, author] = [await holder(bench, "vera", "viewer"), await holder(bench, "otto", "author")];
    const { requests } = await author.ask("inbox");
    expect(requests.map(({ kind, may_answer }) => [kind, may_answer])).toEqual([
      ["question", true],
      ["confirmation", false],
    ]);
    expect((await viewer.ask("inbox")).requests.map(({ may_answer }) => may_answer)).toEqual([false, false]);
    const [question, confirmation] = requests;
    for (const { word } of confirmation?.choices ?? []) {
      const refused = await author.refused("answer", { body: { request: confirmation?.id, chosen: [word] } });
      expect(refused, word).toMatchObject({ status: 403, kind: "access_needed" });
    }
    expect(confirmation?.choices.length).toBeGreaterThan(1);
    const given = { request: question?.id, words: "Blue" };
    expect(await viewer.refused("answer", { body: given })).toMatchObject({ status: 403 });
    expect((await author.ask("answer", { body: given })).request.closing).toMatchObject({ how: "answered" });
  });
});

async function opened(settings: object = {}): Promise<{ bench: WebBench; browser: Browser }> {
  const bench = await WebBench.start({ git: true, settings });
  return { bench, browser: await bench.local() };
}

async function proposed(draft: object, settings: object = {}) {
  const { bench, browser } = await opened(settings);
  const { plan } = must(await bench.f.desk.propose(draft, bench.f.local));
  const { revision, digest } = plan.proposal;
  return { bench, browser, id: plan.id as PlanId, seen: { revision, digest } };
}

function holder(bench: WebBench, name: string, access?: "viewer" | "author"): Promise<Browser> {
  const { desk, person } = bench.f;
  const token = { name, roles: [], ...(access && { access }) };
  const { secret } = createToken(desk.homeDatabase(), token, person, desk.at());
  return bench.signIn({ token: secret });
}
