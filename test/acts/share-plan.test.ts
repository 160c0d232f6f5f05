import { describe, expect, it } from "vitest";
import { sharePlan } from "../../src/acts/share-plan.ts";
import { SharedPlan } from "../../src/lifecycle/shared-plan.ts";
import { checkShape } from "../../src/plan/check-shape.ts";
import { edit, fixture, ID, life, must, propose, refusalOf } from "../desk/fixture.ts";
import { SHARED, sharedRun } from "./shared-run.ts";

const share = async (f: Awaited<ReturnType<typeof sharedRun>>, id = ID, more: { mostPatch?: number } = {}) =>
  must(await sharePlan(f.desk, id, { env: f.env, ...more }));

describe("a plan that is shared", () => {
  it("holds what was asked, who signed it, and what became of each step, with its diff", async () => {
    const f = await sharedRun();
    const shared = await share(f, SHARED);
    expect(checkShape(SharedPlan, shared)).toEqual([]);
    expect(shared).toMatchObject({
      status: "failed",
      revision: 2,
      journal: { verified: true },
      proposed_by: { name: "Builder", kind: "agent" },
      seal: { share: 1, is_void: false, words: "Signed" },
      signatures: [{ by: { name: f.person.name, kind: "person" } }],
      needed: 1,
      reviews: [{ revision: 1, verdict: "changes_requested", comments: [{ on: "step table", state: "open" }] }],
      answers: [{ answer: "chose eddsa", by: { kind: "person" } }],
      selections: { algorithm: ["eddsa"] },
      run: { words: expect.stringContaining("its check did not pass") },
    });
    expect(shared.steps.map(({ id, status }) => [id, status])).toEqual([
      ["find", "completed"],
      ["sign", "completed"],
      ["table", "completed"],
      ["accept", "failed"],
      ["tell", "blocked"],
    ]);
    expect(shared.steps[1]?.patch).toContain('+export const kind = "token";');
    expect(shared.steps[3]?.error).toContain("expected 200, got 401");
    expect(shared.history.slice(0, 2)).toMatchObject([
      { words: "Builder proposed revision 1." },
      { tone: "person", detail: expect.stringContaining("Say what becomes of old sessions.") },
    ]);
    expect(shared.history.length).toBeGreaterThan(10);
  });

  it("holds as much of the diffs as there is room for, and says what is left out", async () => {
    const f = await sharedRun();
    const { steps } = await share(f, SHARED, { mostPatch: 230 });
    expect(steps[1]?.patch).toContain("token");
    expect(steps[2]).toMatchObject({ patch_left_out: expect.stringContaining("left out") });
    expect((await share(f, SHARED, { mostPatch: 0 })).steps[1]).toMatchObject({
      files: [{ path: "src/session.ts", how: "changed" }],
      patch_left_out: expect.stringContaining("left out"),
    });
  });

  it("is not verified if its journal is broken, or was not written here", async () => {
    const f = fixture();
    await life(f);
    expect((await share(f)).journal).toEqual({ records: 6, verified: true });
    edit(f.journalFile(ID), (text) => text.replace("Say why.", "Say who."));
    const { journal, history } = await share(f);
    expect(journal).toMatchObject({ verified: false, problem: expect.stringMatching(/./) });
    expect(history).toContainEqual(expect.objectContaining({ detail: expect.stringContaining("Say who.") }));
    const other = fixture();
    await propose(f, { id: "PLAN-00000002" });
    other.desk.close();
    const elsewhere = must(await sharePlan(f.open({ home: other.home }), "PLAN-00000002", { env: other.env }));
    expect(elsewhere.journal.verified).toBe(false);
    expect(elsewhere.signatures).toEqual([]);
  });

  it("is the text of its file, if that was edited since; it is refused where there is no plan", async () => {
    const f = fixture();
    await propose(f);
    const { digest } = await share(f);
    edit(f.planFile(ID), (text) => text.replace("The old cache goes.", "The new one comes."));
    const shared = await share(f);
    expect(shared.history.map(({ words }) => words)).toEqual([
      expect.stringContaining("proposed"),
      expect.stringContaining("edited"),
    ]);
    expect(shared.plan.summary).toBe("The new one comes.");
    expect(shared.digest).not.toBe(digest);
    expect(refusalOf(await sharePlan(f.desk, "PLAN-99999999", { env: f.env })).kind).toBe("not_found");
  });
});
