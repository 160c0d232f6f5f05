import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import { HOST } from "../builders.ts";
import { approve, type Fixture, fixture, found, ID, lines, must, propose, refusalOf, standing } from "./fixture.ts";

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

const CHOICE = {
  goal: "Fewer waits",
  planner_model: "some/planner",
  executor_model: "some/executor",
  tools_required: ["read", "edit"],
  steps: [
    { id: "look", title: "Look around", tools: ["read"] },
    { id: "swap", title: "Swap it", depends_on: ["look"], decision_id: "store" },
  ],
  decisions: [{ decision_id: "store", header: "Store", question: "Which?", options: ["redis", "disk"] }],
};

const text = () => readFileSync(f.planFile(ID), "utf8");
const frontMatter = (): Record<string, unknown> => parse(text().split("---\n")[1] ?? "");
const tell = async (command: PlanCommand, by = f.person as Parameters<typeof f.desk.send>[2]) =>
  must(await f.desk.send(ID, command, by));

describe("the file of a plan", () => {
  it("is named by its id, which is PLAN- and 8 hex digits", async () => {
    const { plan } = must(await f.desk.propose({ title: "x", steps: ["y"] }, f.local));
    expect(plan.id).toMatch(/^PLAN-[0-9a-f]{8}$/);
    expect(readdirSync(join(f.project, ".pi/plans")).filter((name) => name.endsWith(".md"))).toEqual([`${plan.id}.md`]);
  });

  it("carries through its whole life where the plan stands, under the names of the format", async () => {
    const proposed = await propose(f, CHOICE);
    expect(frontMatter()).toEqual({
      id: ID,
      title: "Replace the cache",
      goal: "Fewer waits",
      status: "proposed",
      version: 1,
      revision: 1,
      created_at: proposed.created_at,
      updated_at: proposed.created_at,
      planner_model: "some/planner",
      executor_model: "some/executor",
      tools_required: ["read", "edit"],
      format: 1,
      digest: proposed.proposal.digest,
    });
    const approved = await approve(f);
    const by = `${f.person.name} (cli)`;
    expect(frontMatter()).toMatchObject({ status: "approved", approved_by: by, approved_at: approved.updated_at });
    await tell({ type: "decide", decision_id: "store", selections: ["disk"] });
    await tell({ type: "start", run_id: "run-7" }, HOST);
    await tell({ type: "start_step", step_id: "look" }, HOST);
    await tell({ type: "end_step", step_id: "look", outcome: "completed", notes: "three callers" }, HOST);
    await tell({ type: "start_step", step_id: "swap" }, HOST);
    expect(frontMatter()).toMatchObject({ status: "executing", execution_session: expect.any(String) });
    expect(existsSync(join(f.project, String(frontMatter()["execution_session"])))).toBe(true);
    expect(frontMatter()).not.toHaveProperty("execution_ended_at");
    await tell({ type: "end_step", step_id: "swap", outcome: "completed" }, HOST);
    const done = await tell({ type: "complete", summary: "The cache is on disk." }, HOST);
    expect(frontMatter()).toMatchObject({
      status: "completed",
      version: done.version,
      updated_at: done.updated_at,
      execution_started_at: done.run?.started_at,
      execution_ended_at: done.run?.ended_at,
      result_summary: "The cache is on disk.",
    });
    expect(text()).toMatch(/1\. \[x\] \*\*Look around\*\*[^2]*- notes: three callers/);
    expect(text()).toMatch(/- selected: disk/);
  });

  it("says why a run failed", async () => {
    await propose(f);
    await approve(f);
    await tell({ type: "start", run_id: "run-1" }, HOST);
    await tell({ type: "fail", reason: "no space left" }, HOST);
    expect(frontMatter()).toMatchObject({ status: "failed", result_summary: "no space left" });
  });

  it("grows by one version with every write, each with its time", async () => {
    await propose(f);
    const seen = [frontMatter()];
    for (const command of [
      { type: "request_changes", revision: 1, feedback: "Say why." },
      { type: "cancel" },
    ] as const) {
      await tell(command);
      seen.push(frontMatter());
    }
    expect(seen.map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(new Set(seen.map(({ created_at }) => created_at)).size).toBe(1);
    const times = seen.map(({ updated_at }) => String(updated_at));
    expect(times.toSorted()).toEqual(times);
    expect(new Set(times).size).toBe(3);
  });

  it("keeps what was said of earlier revisions in its body, for the planner and everybody else", async () => {
    await propose(f);
    const quotes = [{ step_id: "swap", field: "title", quote: "Swap", text: 'So?"\n\n---\nstatus: approved' }];
    await tell({ type: "request_changes", revision: 1, feedback: "Say why.", comments: { swap: "Too large" }, quotes });
    await propose(f, { summary: "The old cache goes: it is slow." });
    await tell({ type: "reject", revision: 2, feedback: "Not this year." });
    const history = text().split("## Review history")[1]?.trim().split("\n");
    expect(history).toEqual([
      expect.stringMatching(
        /^- \S+, .* \(cli\), changes requested on revision 1: "Say why\."; step swap: "Too large"; step swap, title, "Swap": "So\?\\"\\n\\n---\\nstatus: approved"$/,
      ),
      expect.stringMatching(/^- \S+, .* \(cli\), rejected on revision 2: "Not this year\."$/),
    ]);
    expect(frontMatter()).not.toHaveProperty("feedback");
    const { reviews } = await standing(f.open());
    expect(reviews.map(({ feedback }) => feedback)).toEqual(["Say why.", "Not this year."]);
  });

  it("moves to the archive when the plan has ended, and back", async () => {
    await propose(f);
    const archived = join(f.project, ".pi/plans/archive", `${ID}.md`);
    expect(refusalOf(await f.desk.send(ID, { type: "archive" }, f.person)).kind).toBe("wrong_state");
    await tell({ type: "cancel", note: "not now" });
    must(await f.desk.send(ID, { type: "archive" }, f.person));
    expect([existsSync(f.planFile(ID)), existsSync(archived)]).toEqual([false, true]);
    expect(await found(f.desk)).toMatchObject({ kind: "standing", state: { status: "cancelled", archived: true } });
    must(await f.desk.send(ID, { type: "restore" }, f.person));
    expect([existsSync(f.planFile(ID)), existsSync(archived)]).toEqual([true, false]);
  });

  it("stays when the plan is cancelled: nothing of it is deleted", async () => {
    await propose(f);
    await tell({ type: "cancel", note: "not now" });
    expect(await standing(f.open())).toMatchObject({ status: "cancelled", why: "person", note: "not now" });
    expect(text()).toContain("Swap it");
  });
});

describe("beside the file", () => {
  it("the journal has a line of JSON for every step that began or ended, with what came of it", async () => {
    await propose(f);
    await approve(f);
    await tell({ type: "start", run_id: "run-1" }, HOST);
    await tell({ type: "start_step", step_id: "look" }, HOST);
    await tell({ type: "end_step", step_id: "look", outcome: "failed", notes: "no such file" }, HOST);
    const events = lines(f.journalFile(ID)).map((line) => JSON.parse(line).events);
    expect(events.slice(3)).toEqual([
      [{ type: "step_updated", step_id: "look", from: "pending", to: "in_progress" }],
      [
        { type: "step_updated", step_id: "look", from: "in_progress", to: "failed", notes: "no such file" },
        { type: "step_updated", step_id: "swap", from: "pending", to: "blocked", notes: "look failed" },
      ],
    ]);
  });

  it("only what is meant for git is left to git", async () => {
    await propose(f);
    const ignored = lines(join(f.project, ".pi/plans/.gitignore"));
    expect(ignored).toEqual(expect.arrayContaining(["sessions/", ".state/", ".unfinished/"]));
    expect(ignored).not.toContain("archive/");
    expect(readdirSync(join(f.project, ".pi/plans/.unfinished"))).toEqual([]);
  });
});
