import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openLink } from "../../../../src/picture/shared-link.ts";
import { ROUTES, type RouteName } from "../../../../src/surfaces/web/api/routes.ts";
import { mixedRun, signed, THREE } from "../../../../testing/plan-stages.ts";
import { completeRun } from "../../../acts/complete-run.ts";
import { edit, ID, life, propose } from "../../../desk/fixture.ts";
import { type Browser, WebBench } from "../web-bench.ts";

/** Asked by tests of their own: they sign in and out, make tokens, plan, or are no JSON. */
const ELSEWHERE: readonly RouteName[] = [
  ...(["signIn", "signOut", "revokeSession", "createToken", "revokeToken"] as const),
  ...(["plan", "stopPlanning", "models", "live", "description", "reference"] as const),
];
const READING = (Object.keys(ROUTES) as RouteName[]).filter(
  (name) => ROUTES[name].method === "GET" && !ELSEWHERE.includes(name),
);

describe("what the dashboard's API reads has the shape that it says", () => {
  /** The answer, or the refusal, of every route that reads; the browser checks the shape of each answer. */
  async function readAll(browser: Browser, plan: string): Promise<Record<string, number>> {
    const statuses: Record<string, number> = {};
    for (const name of READING) {
      const query: Record<string, string> = QUERIES[name] ?? {};
      const params = name === "preview" ? { act: "cancel" } : {};
      statuses[name] = (await browser.send(name, { plan, params, query })).status;
    }
    return statuses;
  }
  const QUERIES: Partial<Record<RouteName, Record<string, string>>> = {
    compare: { from: "1", to: "1" },
    exportPlan: { as: "html" },
    stepLog: { step: "one" },
    plans: { q: "three", sort: "risk", order: "asc", limit: "5" },
    audit: { verify: "1", limit: "3" },
    statistics: { since: "30d" },
  };

  it("of a plan that ran", async () => {
    const bench = await WebBench.start({ git: true });
    const browser = await bench.local();
    const id = await signed(bench.f, THREE);
    await completeRun(bench.f.desk, id);
    const statuses = await readAll(browser, id);
    expect(Object.values(statuses).every((status) => status === 200)).toBe(true);
    const { files } = await browser.ask("stepDiff", { plan: id, query: { step: "two" } });
    expect(files).toMatchObject([{ path: "log", how: "added", added: 1, removed: 0, is_cut: false }]);
    expect(files[0]?.patch).toContain("+two");
    const html = await browser.send("exportPlan", { plan: id, query: { as: "html" } });
    expect(html.text).toContain("Three steps");
    const { fragment } = await browser.ask("share", { plan: id });
    expect((await openLink(fragment)).shared?.plan.title).toBe("Three steps");
    for (const as of ["json", "jsonl"]) {
      const { text } = await browser.send("exportPlan", { plan: id, query: { as } });
      expect(text).toContain("run_started");
    }
  });

  it("of a plan in the middle of its life, with every kind of step", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    const id = await mixedRun(bench.f);
    const statuses = await readAll(browser, id);
    const missing = Object.entries(statuses).filter(([, status]) => status !== 200);
    // Nothing was snapshotted, no step is called one.
    expect(missing).toEqual([
      ["stepDiff", 404],
      ["stepLog", 404],
    ]);
    const { standing } = await browser.ask("planPage", { plan: id });
    expect(standing).toMatchObject({ holder: "none", counts: { done: 2, total: 4 }, choices: { left_out: ["left"] } });
  });

  it("of plans that cannot be used: unreadable, elsewhere and broken", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    const { f } = bench;
    await life(f);
    writeFileSync(f.planFile(ID), "# Nothing\n");
    const unreadable = await browser.ask("planPage", { plan: ID });
    expect(unreadable).toMatchObject({ kind: "unreadable", may: [], standing: { status: "executing" } });
    expect(unreadable.problem?.problems).not.toEqual([]);
    const other = "PLAN-0000beef";
    const text = (await f.desk.plan(await signed(f, THREE))) as { value: { state: { proposal: { text: string } } } };
    writeFileSync(f.planFile(other), text.value.state.proposal.text.replace(/PLAN-\w{8}/, other));
    expect(await browser.ask("planPage", { plan: other })).toMatchObject({ kind: "elsewhere", commands: [{}, {}, {}] });
    const third = await propose(f, { id: "PLAN-0000cafe" });
    edit(f.journalFile(third.id), (lines) => lines.replace("Look around", "Look away"));
    const broken = await browser.ask("planPage", { plan: third.id });
    expect(broken).toMatchObject({ kind: "broken", may: [], requests: [] });
    const { journals } = await browser.ask("audit", { query: { verify: "1" } });
    expect(journals.find(({ journal }) => journal === third.id)?.broken).toBeDefined();
    const { entries } = await browser.ask("timeline", { plan: third.id });
    expect(entries.every(({ verified }) => verified)).toBe(false);
  });
});

describe("what the dashboard's API refuses", () => {
  it("says which field of a body or an address has a wrong shape", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    const id = await signed(bench.f, THREE);
    const wrong = await browser.refused("pause", { plan: id, body: { now: "yes" } });
    expect(wrong).toMatchObject({ status: 400, problems: [{ path: "now", message: "now must be boolean" }] });
    expect(await browser.refused("skip", { plan: id, body: { step: "one", reason: "" } })).toMatchObject({
      status: 400,
      message: expect.stringContaining("reason"),
    });
    expect(await browser.refused("plans", { query: { limit: "many" } })).toMatchObject({ status: 400 });
    expect(await browser.refused("plans", { query: { sort: "colour" } })).toMatchObject({ status: 400 });
    const notJson = await browser.fetch(`/api/projects/${bench.key}/plans/${id}/pause`, { method: "POST", body: "{" });
    expect(notJson.status).toBe(400);
  });

  it("has a status for each kind", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    const id = await signed(bench.f, THREE);
    const project = { project: "nobody" };
    expect(await browser.refused("planPage", { plan: "PLAN-00000000" })).toMatchObject({ status: 404 });
    expect(await browser.refused("planPage", { plan: "nothing" })).toMatchObject({ status: 400 });
    expect(await browser.refused("planPage", { plan: id, params: project })).toMatchObject({ status: 404 });
    expect(await browser.refused("retry", { plan: id, body: {} })).toMatchObject({ status: 409, kind: "wrong_state" });
    expect(await browser.refused("propose", { body: { text: "# No plan" } })).toMatchObject({ status: 422 });
    const spoiled = "---\nid: x\n---\n# Nothing\n";
    const checked = await browser.ask("checkText", { plan: id, body: { text: spoiled } });
    expect(checked.problems[0]).toMatchObject({ severity: "error", line: expect.any(Number) });
    expect(await browser.refused("edit", { plan: id, body: { text: spoiled, version: 3 } })).toMatchObject({
      status: 422,
    });
    expect((await bench.signedOut().send("plans")).status).toBe(401);
  });
});
