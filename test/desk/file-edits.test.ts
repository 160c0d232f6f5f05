import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { audit } from "../../src/desk/audit.ts";
import { inbox } from "../../src/desk/requests.ts";
import { textsOf } from "../../src/desk/revisions.ts";
import type { PlanEvent } from "../../src/lifecycle/plan-event.ts";
import {
  approve,
  edit,
  type Fixture,
  fixture,
  found,
  ID,
  life,
  lines,
  must,
  propose,
  refusalOf,
  standing,
} from "./fixture.ts";

let f: Fixture;
let path: string;
beforeEach(() => {
  f = fixture();
  path = f.planFile(ID);
});

const text = () => readFileSync(path, "utf8");
const records = () =>
  lines(f.journalFile(ID)).map((line) => JSON.parse(line) as { by: { kind: string }; events: PlanEvent[] });
const lastEvents = () => records().at(-1)?.events ?? [];

describe("a claim written into the file by hand", () => {
  const CLAIMS: [string, (text: string) => string, string][] = [
    ["status", (t) => t.replace("status: proposed", "status: approved"), 'status: "approved"'],
    ["status", (t) => t.replace("status: proposed", "status: completed"), 'status: "completed"'],
    ["version", (t) => t.replace(/^version: .*$/m, "version: 77"), "version: 77"],
    ["revision", (t) => t.replace(/^revision: .*$/m, "revision: 9"), "revision: 9"],
    [
      "digest",
      (t) => t.replace(/^digest: .*$/m, `digest: sha256:${"a".repeat(64)}`),
      `digest: "sha256:${"a".repeat(64)}"`,
    ],
    [
      "created_at",
      (t) => t.replace(/^created_at: .*$/m, "created_at: 2020-01-01T00:00:00Z"),
      'created_at: "2020-01-01T00:00:00Z"',
    ],
    [
      "approved_by",
      (t) => t.replace(/^format: 1$/m, "approved_by: ana (terminal)\nformat: 1"),
      'approved_by: "ana (terminal)"',
    ],
    [
      "approved_at",
      (t) => t.replace(/^format: 1$/m, "approved_at: 2026-01-01T00:00:00Z\nformat: 1"),
      'approved_at: "2026-01-01T00:00:00Z"',
    ],
    [
      "execution_session",
      (t) => t.replace(/^format: 1$/m, "execution_session: run-9\nformat: 1"),
      'execution_session: "run-9"',
    ],
    ["result_summary", (t) => t.replace(/^format: 1$/m, "result_summary: done\nformat: 1"), 'result_summary: "done"'],
    ["a ticked box", (t) => t.replace("1. [ ]", "1. [x]"), 'steps: {"look":{"status":"completed"}}'],
  ];

  it.each(CLAIMS)("about its %s changes nothing, is recorded, and is put right", async (_, change, claim) => {
    const { digest } = (await propose(f)).proposal;
    const before = text();
    edit(path, change);
    const state = await standing(f.desk);
    expect(state).toMatchObject({ status: "proposed", version: 2, proposal: { revision: 1, digest } });
    expect(state).not.toHaveProperty("approval");
    expect(records().at(-1)?.by.kind).toBe("file");
    expect(lastEvents()).toMatchObject([{ type: "edited", ignored: [claim] }]);
    expect(withoutCounts(text())).toBe(withoutCounts(before));
    expect((await f.open().plans({ limit: 5 })).rows).toMatchObject([{ status: "proposed", version: 2 }]);
    expect(refusalOf(await f.desk.send(ID, { type: "start", run_id: "r" }, f.local)).kind).toBe("wrong_state");
  });

  it("about who approved it does not take an approval away, or give it to somebody else", async () => {
    await propose(f);
    await approve(f);
    const before = text();
    edit(path, (t) =>
      t.replace(/^approved_by: .*$/m, "approved_by: ana (terminal)").replace("status: approved", "status: rejected"),
    );
    const state = await standing(f.desk);
    expect(state).toMatchObject({ status: "approved", approval: { signatures: [{ by: { id: f.person.id } }] } });
    expect(lastEvents()).toMatchObject([{ ignored: ['status: "rejected"', 'approved_by: "ana (terminal)"'] }]);
    expect(withoutCounts(text())).toBe(withoutCounts(before));
  });

  it("is named in the audit", async () => {
    await propose(f);
    edit(path, (t) => t.replace("status: proposed", "status: approved"));
    await standing(f.desk);
    const { entries } = await audit(f.desk, { action: ["edited"] });
    expect(entries).toMatchObject([
      { by: { kind: "file" }, detail: 'claims that changed nothing: status: "approved"' },
    ]);
  });

  it("is not invented where there is none", async () => {
    await life(f);
    edit(path, (t) => `${t}\n<!-- a remark -->\n`);
    await standing(f.desk);
    expect(lastEvents()).toMatchObject([{ type: "edited" }]);
    expect(lastEvents()[0]).not.toHaveProperty("ignored");
  });
});

describe("an edit of what a plan says", () => {
  const burn = (t: string) => t.replace("Swap it", "Burn it");

  it("while it is proposed is a new version by the file, and asks for a new review", async () => {
    const { digest } = (await propose(f)).proposal;
    expect((await inbox(f.desk)).map(({ id }) => id)).toEqual([`${ID}/review-1`]);
    edit(path, burn);
    const state = await standing(f.desk);
    expect(state).toMatchObject({
      status: "proposed",
      version: 2,
      proposal: { revision: 1, proposed_by: { kind: "file" } },
    });
    expect(state.proposal.plan.steps[1]?.title).toBe("Burn it");
    expect(state.requests[`${ID}/review-1`]).toMatchObject({ closing: { how: "superseded" } });
    expect((await inbox(f.desk)).map(({ id }) => id)).toEqual([`${ID}/review-2`]);
    const early = { type: "approve", revision: 1, digest } as const;
    expect(refusalOf(await f.desk.send(ID, early, f.person)).kind).toBe("stale_digest");
    expect((await textsOf(f.desk, ID)).map(({ version }) => version)).toEqual([1, 2]);
  });

  it("between the look and the signature is not signed", async () => {
    const { digest } = (await propose(f)).proposal;
    edit(path, burn);
    expect(refusalOf(await f.desk.send(ID, { type: "approve", revision: 1, digest }, f.person)).kind).toBe(
      "stale_digest",
    );
    expect((await standing(f.desk)).status).toBe("proposed");
  });

  it("after approval voids it", async () => {
    await propose(f);
    await approve(f);
    edit(path, burn);
    const start = { type: "start", run_id: "r" } as const;
    expect(refusalOf(await f.desk.send(ID, start, f.local)).kind).toBe("wrong_state");
    expect(await standing(f.desk)).toMatchObject({ status: "proposed", signatures: [] });
    expect(lastEvents().map(({ type }) => type)).toEqual(["edited", "approval_voided", "request_opened"]);
    expect(text()).toContain("status: proposed");
    expect(text()).not.toContain("approved_by");
    edit(path, (t) => t.replace("Burn it", "Swap it"));
    expect((await standing(f.desk)).status).toBe("proposed");
  });

  it("after approval is taken in even if nobody looked before the run was to start", async () => {
    await propose(f);
    await approve(f);
    edit(path, burn);
    expect(refusalOf(await f.open().send(ID, { type: "start", run_id: "r" }, f.local)).kind).toBe("wrong_state");
  });

  it("while it runs pauses it, and what was signed stays what runs", async () => {
    await life(f);
    const before = await standing(f.desk);
    edit(path, burn);
    const state = await standing(f.desk);
    if (!("approval" in state) || !("approval" in before)) throw new Error("not approved");
    expect(state).toMatchObject({ status: "paused", why: "diverged" });
    expect(state.approval).toEqual(before.approval);
    expect(state.approval?.signed.plan.steps[1]?.title).toBe("Swap it");
    expect(state.run?.plan.steps[1]?.title).toBe("Swap it");
    expect(refusalOf(await f.desk.send(ID, { type: "start_step", step_id: "swap" }, f.local)).kind).toBe("wrong_state");
    expect(refusalOf(await f.desk.send(ID, { type: "resume" }, f.person)).kind).toBe("diverged");
    expect(await inbox(f.desk)).toMatchObject([{ kind: "divergence" }]);
    must(await f.desk.send(ID, { type: "settle_divergence", choice: "signed" }, f.person));
    const resumed = await standing(f.desk);
    expect(resumed).toMatchObject({ status: "executing", run: { plan: { steps: [{}, { title: "Swap it" }] } } });
  });

  it("is an edit in the archive as well", async () => {
    await propose(f);
    must(await f.desk.send(ID, { type: "cancel" }, f.person));
    must(await f.desk.send(ID, { type: "archive" }, f.person));
    const archived = join(f.project, ".pi/plans/archive", `${ID}.md`);
    edit(archived, (t) => burn(t).replace("status: cancelled", "status: approved"));
    expect(await standing(f.desk)).toMatchObject({ status: "cancelled", archived: true });
    expect(readFileSync(archived, "utf8")).toContain("status: cancelled");
  });

  it.each<[string, (text: string) => string]>([
    ["a comment in the front matter", (t) => t.replace("status: approved", "status: approved   # hurray")],
    ["a comment in the text", (t) => `${t}\n<!-- remember the milk -->\n`],
    ["an unknown key", (t) => t.replace("format: 1", "format: 1\nteam: payments")],
    ["empty lines", (t) => t.replace("## Steps\n", "## Steps\n\n\n")],
    ["other line breaks", (t) => t.replaceAll("\n", "\r\n")],
    ["the order of keys", (t) => t.replace(/^(title: .*\n)((?:.*\n)*?)(format: .*\n)/m, "$3$2$1")],
  ])("that is only %s keeps the approval", async (_, change) => {
    await propose(f);
    await approve(f);
    edit(path, change);
    const changed = text();
    expect((await standing(f.desk)).status).toBe("approved");
    expect(withoutCounts(text())).toBe(withoutCounts(changed));
    must(await f.desk.send(ID, { type: "start", run_id: "r" }, f.local));
  });
});

describe("a file that cannot be read", () => {
  const BAD: [string, (text: string) => string][] = [
    ["front matter that does not end", (t) => t.replace(/\n---\n/, "\n")],
    ["front matter that is not YAML", (t) => t.replace(/^title: .*$/m, 'title: "unfinished')],
    ["another plan's id", (t) => t.replace(ID, "PLAN-99999999")],
    ["no steps", (t) => t.replace(/## Steps[\s\S]*/, "")],
    ["steps that wait for each other", (t) => t.replace("- tools: read", "- after: swap\n   - tools: read")],
    ["a newer format", (t) => t.replace("format: 1", "format: 99")],
    [
      "conflict markers of git",
      (t) =>
        t
          .replace("## Steps", "<<<<<<< HEAD\n## Steps\n=======\n## Stepps\n>>>>>>> x")
          .replace(/^status: .*$/m, "<<<<<<< a\nstatus: approved\n=======\nstatus: x\n>>>>>>> b"),
    ],
    ["nothing at all", () => ""],
  ];

  it.each(BAD)("for %s is never overwritten, and heals when it is fixed", async (_, change) => {
    const { proposal } = await propose(f);
    const good = text();
    edit(path, change);
    const bad = readFileSync(path);
    const desk = f.open();
    const view = await found(desk);
    expect(view).toMatchObject({ kind: "unreadable", state: { status: "proposed" } });
    expect((await desk.plans({ limit: 5 })).rows).toMatchObject([{ id: ID, problem: { kind: "unreadable" } }]);
    const approval = { type: "approve", revision: 1, digest: proposal.digest } as const;
    expect(refusalOf(await desk.send(ID, approval, f.person)).kind).toBe("unreadable");
    expect(refusalOf(await desk.send(ID, { type: "request_changes", revision: 1, feedback: "x" }, f.person)).kind).toBe(
      "unreadable",
    );
    expect((await desk.propose({ title: "x", steps: ["y"] }, f.local, { id: ID })).ok).toBe(false);
    await desk.store.rebuild();
    await inbox(desk);
    await audit(desk);
    expect(readFileSync(path)).toEqual(bad);
    writeFileSync(path, good);
    expect(await standing(desk)).toMatchObject({ status: "proposed", version: 1 });
  });

  it("lets the plan be cancelled, and stays as it is through that", async () => {
    await propose(f);
    writeFileSync(path, "no plan");
    must(await f.desk.send(ID, { type: "cancel" }, f.person));
    expect(text()).toBe("no plan");
    expect(await found(f.open())).toMatchObject({ kind: "unreadable", state: { status: "cancelled" } });
    expect((await f.open().plans({ limit: 5 })).rows).toMatchObject([
      { status: "cancelled", problem: { kind: "unreadable" } },
    ]);
    expect(text()).toBe("no plan");
  });

  it("starts nothing, even if it was signed when it could be read", async () => {
    await propose(f);
    await approve(f);
    writeFileSync(path, "no plan");
    expect(refusalOf(await f.desk.send(ID, { type: "start", run_id: "r" }, f.local)).kind).toBe("unreadable");
  });

  it("is told when it is gone, and its text is still in the journal", async () => {
    await propose(f);
    const before = text();
    rmSync(path);
    const view = await found(f.desk);
    expect(view).toMatchObject({ kind: "unreadable", problems: [{ kind: "missing_file" }] });
    if (view.kind !== "unreadable") throw new Error(view.kind);
    expect(view.state?.proposal.text).toContain("Swap it");
    expect((await f.open().plans({ limit: 5 })).rows).toMatchObject([{ id: ID, problem: { kind: "unreadable" } }]);
    writeFileSync(path, before);
    expect((await standing(f.desk)).version).toBe(1);
  });

  it("is not followed when it is a link, and what it leads to stays as it is", async () => {
    await propose(f);
    const outside = join(f.root, "outside", "plan.md");
    renameSync(path, outside);
    edit(outside, (t) => t.replace("Swap it", "Burn it"));
    const before = readFileSync(outside, "utf8");
    symlinkSync(outside, path);
    expect(await found(f.desk)).toMatchObject({ kind: "unreadable", problems: [{ kind: "unusable_file" }] });
    must(await f.desk.send(ID, { type: "cancel" }, f.person));
    expect(readFileSync(outside, "utf8")).toBe(before);
  });

  it("is not taken for text when it is none", async () => {
    await propose(f);
    for (const bytes of [Buffer.from([0x2d, 0xff, 0xfe]), Buffer.alloc(9 * 1024 * 1024, "a")]) {
      writeFileSync(path, bytes);
      expect(await found(f.desk)).toMatchObject({ kind: "unreadable", problems: [{ kind: "unusable_file" }] });
      expect(readFileSync(path).equals(bytes)).toBe(true);
    }
  });
});

describe("an edit while a commit is under way", () => {
  const during = (what: () => void) => {
    const { store } = f.desk;
    return store.changePlan(ID, () => {
      what();
      return {
        result: undefined,
        records: [{ at: f.desk.at(), by: f.local, events: [{ type: "journal_repaired", lost_bytes: 0 }] }],
        file: { text: "overwritten", place: "plans" },
      };
    });
  };

  it.each<[string, () => void]>([
    ["in place", () => edit(path, (t) => t.replace("Swap it", "Burn it"))],
    [
      "by a new file in its place",
      () => {
        writeFileSync(`${path}.new`, text().replace("Swap it", "Burn it"));
        renameSync(`${path}.new`, path);
      },
    ],
    ["that takes it away", () => rmSync(path)],
  ])("%s is not overwritten", async (_, what) => {
    await propose(f);
    await during(what);
    const after = await found(f.open());
    if (after.kind === "unreadable") expect(after.problems[0]?.kind).toBe("missing_file");
    else expect(await standing(f.open())).toMatchObject({ proposal: { plan: { steps: [{}, { title: "Burn it" }] } } });
  });
});

/** The file without what grows with every write. */
function withoutCounts(content: string): string {
  return content.replace(/^(version|updated_at): .*$/gm, "$1");
}
