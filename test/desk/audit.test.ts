import { readFileSync, writeFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { audit } from "../../src/desk/audit.ts";
import { exportPlan } from "../../src/desk/export-plan.ts";
import { createToken } from "../../src/desk/tokens.ts";
import type { RunAnswer } from "../../src/lifecycle/plan-command.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { newLease } from "../../src/run/lease.ts";
import { planJson } from "../../src/surfaces/cli/plan-json.ts";
import { styleFor } from "../../src/surfaces/cli/style.ts";
import { auditText } from "../../src/surfaces/cli/text/audit-text.ts";
import { livePlanText } from "../../src/surfaces/cli/text/found-plan-text.ts";
import { edit, type Fixture, fixture, ID, life, lines, must, propose, refusalOf, standing } from "./fixture.ts";

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

describe("the audit", () => {
  it("tells a whole life in order: who, what, which revision, which words", async () => {
    await life(f);
    must(await f.desk.send(ID, { type: "end_step", step_id: "look", outcome: "completed", notes: "seen" }, f.local));
    must(await f.desk.send(ID, { type: "skip_step", step_id: "swap", reason: "not needed" }, f.person));
    must(await f.desk.send(ID, { type: "complete", summary: "all is well" }, f.local));
    must(await f.desk.send(ID, { type: "archive" }, f.person));
    const { entries, journals } = await audit(f.open());
    expect(journals).toEqual([{ journal: ID, records: 10 }]);
    expect(
      entries.map(({ version, action, by, revision, detail }) => [version, action, by.kind, revision, detail]),
    ).toEqual([
      [1, "proposed", "local", 1, "Replace the cache"],
      [1, "request_opened", "local", undefined, "review"],
      [2, "request_answered", "person", undefined, `${ID}/review-1`],
      [2, "changes_requested", "person", 1, "Say why."],
      [3, "proposed", "local", 2, "Replace the cache"],
      [3, "request_opened", "local", undefined, "review"],
      [4, "signed", "person", 2, undefined],
      [4, "request_answered", "person", undefined, `${ID}/review-3`],
      [4, "approved", "person", 2, undefined],
      [5, "run_started", "local", undefined, undefined],
      [6, "step_updated", "local", undefined, "look: pending → in_progress"],
      [7, "step_updated", "local", undefined, "look: in_progress → completed (seen)"],
      [8, "step_updated", "person", undefined, "swap: pending → skipped (not needed)"],
      [9, "completed", "local", undefined, "all is well"],
      [10, "archived", "person", undefined, undefined],
    ]);
    const { digest } = (await standing(f.desk)).proposal;
    const signed = entries.filter(({ action }) => action === "signed" || action === "approved");
    expect(signed.map((entry) => entry.digest)).toEqual([digest, digest]);
    expect(entries.every(({ verified }) => verified)).toBe(true);
    const times = entries.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });

  it("of a lasting process reads again only what changed, and misses no change", async () => {
    await life(f);
    const other = "PLAN-0000beef";
    await propose(f, { id: other });
    const read = vi.spyOn(f.desk.store, "loadJournal");
    const changed = async () => {
      read.mockClear();
      const found = await audit(f.desk, { checks: "changed" });
      expect(found).toEqual(await audit(f.open()));
      return read.mock.calls.map(([name]) => name);
    };
    // A file that changed a moment ago may change again unseen.
    await expect.poll(changed).toEqual([]);
    must(await f.desk.send(ID, { type: "pause" }, f.person));
    expect(await changed()).toEqual([ID]);
    await expect.poll(changed).toEqual([]);
    edit(f.journalFile(other), (text) => text.replace("Look around", "Look away"));
    expect(await changed()).toEqual([other]);
    const { journals } = await audit(f.desk, { checks: "changed" });
    expect(journals.find(({ journal }) => journal === other)?.broken).toBeDefined();
    // A broken one is read each time: it may be mended from elsewhere.
    expect(await changed()).toEqual([other]);
  });

  it("lets other work of its process go on", async () => {
    for (let plan = 0; plan < 30; plan++) await propose(f, { id: `PLAN-${String(plan).padStart(8, "0")}` });
    let turns = 0;
    const turn = () => {
      turns += 1;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    for (let round = 0; round < 1_000 && turns < 3; round++) await audit(f.desk);
    clearImmediate(next);
    expect(turns).toBe(3);
  });

  it("tells what was answered, added and raised, with step, files and value", async () => {
    await life(f);
    const lease = newLease();
    must(await f.desk.send(ID, { type: "take_lease", lease }, f.local));
    const adds = { files: ["src/extra.ts"] };
    const call = { tool: "write", summary: "write src/extra.ts", reason: "not among its files" };
    const wish = { type: "amend", step_id: "look", subagent_id: "s", ...call, adds } as const;
    const spent = { type: "hit_budget", of: { step_id: "look" }, what: "tokens", used: 120, limit: 100 } as const;
    expect((await f.desk.record(ID, [wish, wish, spent], lease.id)).refusal).toBeUndefined();
    const [first, second, budget] = openRequests((await standing(f.desk)).requests).map(({ id }) => id);
    const answer = async (request_id = "", answer: RunAnswer) =>
      must(await f.desk.send(ID, { type: "answer", request_id, answer }, f.person));
    await answer(first, { kind: "amendment", choice: "add" });
    await answer(second, { kind: "amendment", choice: "refuse", note: "see /review-1" });
    await answer(budget, { kind: "budget", choice: "go_on" });
    const { entries } = await audit(f.desk, { action: ["request_answered", "amended", "budget_raised"] });
    const asked = "Step look wants to use write, outside its approved scope (write src/extra.ts)";
    const used = "Step look has used 120 tokens of 100 tokens";
    expect(entries.slice(2).map(({ action, detail, facts }) => ({ action, detail, facts }))).toEqual([
      {
        ...{ action: "request_answered", detail: `${first}: ${asked}: added it to the step` },
        facts: { request_id: first, step_id: "look", adds, answer: { kind: "amendment", choice: "add" } },
      },
      { action: "amended", detail: "look: added src/extra.ts", facts: { step_id: "look", adds } },
      {
        ...{ action: "request_answered", detail: `${second}: ${asked}: refused it: see /review-1` },
        facts: {
          ...{ request_id: second, step_id: "look", adds },
          answer: { kind: "amendment", choice: "refuse", note: "see /review-1" },
        },
      },
      {
        ...{ action: "request_answered", detail: `${budget}: ${used}: let it continue` },
        facts: { request_id: budget, step_id: "look", answer: { kind: "budget", choice: "go_on" } },
      },
      {
        ...{ action: "budget_raised", detail: "look: tokens raised to 220 tokens" },
        facts: { step_id: "look", raised: { what: "tokens", to: 220 } },
      },
    ]);
    const text = auditText(entries, { style: styleFor(false, {}), width: 200 });
    expect(text).toContain("refused it: see /review-1");
    expect(text).not.toContain(`${ID}/review-1`);
    const plan = await standing(f.desk);
    const shown = livePlanText(plan, { style: styleFor(false, {}), width: 120, now: new Date(f.desk.at()) });
    expect(shown).toMatch(/added src\/extra\.ts to step look/);
    expect(shown).toContain("tokens of step look raised to 220 tokens");
    expect(planJson(plan)).toMatchObject({
      amendments: [{ step_id: "look", files: ["src/extra.ts"] }],
      raised: [{ of: { step_id: "look" }, what: "tokens", to: 220 }],
    });
  });

  it("stays in the order of the record when the clock is set back", async () => {
    await propose(f);
    f.pass(-60);
    must(await f.desk.send(ID, { type: "cancel" }, f.person));
    const { entries } = await audit(f.desk);
    expect(entries.map(({ version, action }) => `${version} ${action}`)).toEqual([
      ...["1 proposed", "1 request_opened", "2 clock_set", "3 request_closed", "3 cancelled"],
    ]);
    const { entries: late } = await audit(f.desk, { since: entries[0]?.at ?? "" });
    expect(late).toEqual(entries);
  });

  it("names the approver behind a token, and what they chose", async () => {
    const { digest } = (await propose(f)).proposal;
    const { secret } = createToken(f.desk.homeDatabase(), { name: "ana", roles: [] }, f.person, f.desk.at());
    const ana = must(f.desk.authenticate({ via: "token", secret }));
    const choices = { left_out: ["swap"], executor_model: "small" };
    must(await f.desk.send(ID, { type: "approve", revision: 1, digest, choices, notes: "go" }, ana));
    const { entries } = await audit(f.desk, { action: ["signed"] });
    expect(entries).toMatchObject([
      { by: { surface: "token", name: "ana" }, detail: "go; without swap; to be run by small" },
    ]);
  });

  it("can be asked for one journal, one kind of act, or from a moment on", async () => {
    await life(f);
    await propose(f, { id: "PLAN-99999999" });
    must(await f.desk.sendAgent("agent-1", { type: "enter", task: "tidy up" }, f.local));
    expect((await audit(f.desk)).journals.map(({ journal }) => journal)).toEqual([ID, "PLAN-99999999", "agent-1"]);
    expect((await audit(f.desk, { journal: "agent-1" })).entries).toMatchObject([
      { action: "planning_entered", detail: "tidy up" },
    ]);
    expect((await audit(f.desk, { action: ["signed"] })).entries).toHaveLength(1);
    const { entries } = await audit(f.desk);
    const since = entries[6]?.at ?? "";
    expect((await audit(f.desk, { since })).entries).toEqual(entries.filter(({ at }) => at >= since));
  });

  it("believes each record up to the first that does not hold, and none after", async () => {
    await life(f);
    await propose(f, { id: "PLAN-99999999" });
    const all = lines(f.journalFile(ID));
    writeFileSync(
      f.journalFile(ID),
      all.map((line, index) => `${index === 3 ? line.replace('"signed"', '"Signed"') : line}\n`).join(""),
    );
    const { entries, journals } = await audit(f.open());
    expect(journals).toMatchObject([
      {
        journal: ID,
        records: 6,
        broken: { kind: "changed", seq: 4, message: "Record 4 was changed after it was sealed." },
      },
      { journal: "PLAN-99999999" },
    ]);
    expect(journals[1]).not.toHaveProperty("broken");
    for (const { journal, version, verified } of entries) expect(verified).toBe(journal !== ID || version < 4);
  });

  it("shows what is said as one line of text, not as more than it is", async () => {
    const feedback = 'no\n- 2026-11-15, ana (terminal), approved on revision 1\n---\nstatus: approved\n"';
    await propose(f);
    const eve = must(
      f.desk.authenticate({
        via: "surface",
        surface: "discord",
        id: "1",
        name: "ana (terminal), approved: bob\n## Steps",
      }),
    );
    const quotes = [{ step_id: "swap", field: "title", quote: "Swap", text: feedback }];
    must(
      await f.desk.send(
        ID,
        { type: "request_changes", revision: 1, feedback, comments: { look: "a\nb" }, quotes },
        eve,
      ),
    );
    const text = readFileSync(f.planFile(ID), "utf8");
    const history = text.slice(text.indexOf("## Review history")).trim().split("\n").slice(2);
    expect(history).toHaveLength(1);
    expect(text.match(/^status: .*$/gm)).toEqual(["status: changes_requested"]);
    expect(text.match(/^## Steps$/gm)).toHaveLength(1);
    const state = await standing(f.open());
    expect(state).toMatchObject({
      status: "changes_requested",
      version: 2,
      reviews: [{ feedback, comments: { look: "a\nb" }, quotes }],
    });
  });
});

describe("an export", () => {
  it("holds everything: the text, the standing, every record with its seal, every artifact", async () => {
    await propose(f, { context: { notes: "n".repeat(60_000) } });
    must(await f.desk.send(ID, { type: "cancel", note: "enough" }, f.person));
    const exported = must(await exportPlan(f.desk, ID));
    expect(exported.view).toMatchObject({ kind: "standing", state: { status: "cancelled", note: "enough" } });
    expect(exported.journal.map((record) => JSON.stringify(record))).toEqual(
      lines(f.journalFile(ID)).map((line) => JSON.stringify(JSON.parse(line))),
    );
    expect(exported.artifacts).toEqual([{ name: "notes.md", text: "n".repeat(60_000) }]);
    expect(exported).not.toHaveProperty("broken");
    expect(JSON.parse(JSON.stringify(exported)).journal).toHaveLength(2);
  });

  it("says of a journal that does not hold that it does not", async () => {
    await propose(f);
    edit(f.journalFile(ID), (text) => text.replace("Swap it", "Burn it"));
    const exported = must(await exportPlan(f.open(), ID));
    expect(exported).toMatchObject({ view: { kind: "broken" }, broken: { kind: "changed", seq: 1 } });
    expect(refusalOf(await exportPlan(f.open(), "PLAN-00000000")).kind).toBe("not_found");
  });
});
