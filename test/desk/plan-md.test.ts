import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { localActor } from "../../src/desk/persons.ts";
import { planMdWriter, writePlanMd } from "../../src/desk/plan-md.ts";
import { approve, edit, fixture, ID, listing, must, propose, standing } from "./fixture.ts";

let project: string;
let file: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "countersign-plan-md-"));
  file = join(project, "PLAN.md");
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const signed = (text: string, revision = 1) => ({ id: ID, revision, text });
const kept = (because: string) => ({ kind: "kept", file, because });

describe("PLAN.md", () => {
  it("is written with a line that says whose it is, and over itself", () => {
    expect(writePlanMd(project, signed("# One\n"))).toEqual({ kind: "written", file, isNew: true });
    expect(readFileSync(file, "utf8")).toMatch(
      /^---\n# countersign: PLAN-0a1b2c3d, revision 1, sha256:[0-9a-f]{64}\. .*\n---\n\n# One\n$/,
    );
    expect(writePlanMd(project, signed("# Two\n", 2))).toEqual({ kind: "written", file, isNew: false });
    expect(readFileSync(file, "utf8")).toMatch(/revision 2.*\n---\n\n# Two\n$/);
    expect(readdirSync(project)).toEqual(["PLAN.md"]);
  });

  it.each([
    "",
    "\uFEFFx",
    "\ud800",
    "a\r\nb",
    "---\n",
    "---\n# countersign: x\n",
    "\0",
  ])("holds any text: %j", (text) => {
    writePlanMd(project, signed(text));
    expect(writePlanMd(project, signed("next"))).toMatchObject({ kind: "written", isNew: false });
  });

  it.each([
    ["somebody else's", "# My plan\n", "Countersign did not write it"],
    ["an empty one", "", "Countersign did not write it"],
    [
      "one that only looks like ours",
      "---\n# countersign: PLAN-0a1b2c3d, revision 1\n---\n# x\n",
      "Countersign did not write it",
    ],
    [
      "one with a hash of something else",
      `---\n# countersign: PLAN-0a1b2c3d, revision 1, sha256:${"0".repeat(64)}. x\n---\n# x\n`,
      "it was edited by hand",
    ],
  ])("stays as it is if it is %s", (_, content, because) => {
    writeFileSync(file, content);
    const before = listing(project);
    expect(writePlanMd(project, signed("# One\n"))).toEqual(kept(because));
    expect(listing(project)).toEqual(before);
  });

  it("stays as somebody changed it by hand", () => {
    writePlanMd(project, signed("# One\n"));
    edit(file, (text) => `${text}And more.\n`);
    const before = listing(project);
    expect(writePlanMd(project, signed("# Two\n"))).toEqual(kept("it was edited by hand"));
    expect(listing(project)).toEqual(before);
  });

  it.each([
    ["a link", () => symlinkSync("target.md", file), "it is a link"],
    ["a link to nowhere", () => symlinkSync("nowhere.md", file), "it is a link"],
    ["a directory", () => mkdirSync(file), "it is no file"],
    ["a pipe nobody writes to", () => execFileSync("mkfifo", [file]), "it is no file"],
  ])("is not written where there is %s", (_, make, because) => {
    const target = join(project, "target.md");
    writePlanMd(project, signed("# One\n"));
    writeFileSync(target, readFileSync(file));
    rmSync(file);
    make();
    const before = listing(project);
    expect(writePlanMd(project, signed("# Two\n"))).toEqual(kept(because));
    expect(listing(project)).toEqual(before);
  });

  it("says what the system says where nothing can be written", () => {
    expect(writePlanMd(join(project, "nowhere"), signed("x"))).toMatchObject({
      kind: "kept",
      because: "the system says ENOENT",
    });
  });

  it("is the text that was signed, for each plan that is approved, if the settings say so", async () => {
    const f = fixture({ write_plan_md: true });
    const outcomes: unknown[] = [];
    const stop = planMdWriter(f.desk, (outcome) => outcomes.push(outcome));
    await propose(f);
    await approve(f);
    await stop();
    const written = join(f.project, "PLAN.md");
    expect(outcomes).toEqual([{ kind: "written", file: written, isNew: true }]);
    const state = await standing(f.desk);
    const text = "approval" in state ? state.approval.signed.text : "?";
    expect(readFileSync(written, "utf8").replace(/^# countersign: .*\n/m, "")).toBe(text);
  });

  it("can be proposed as the plan that it is a copy of, in another project", async () => {
    const f = fixture({ write_plan_md: true });
    const stop = planMdWriter(f.desk, () => {});
    await propose(f);
    await approve(f);
    await stop();
    const other = fixture();
    const text = readFileSync(join(f.project, "PLAN.md"), "utf8");
    const {
      plan: { proposal },
    } = must(await other.desk.propose(text, localActor({})));
    expect(proposal.digest).toBe((await standing(f.desk)).proposal.digest);
    expect(proposal.plan.title).toBe((await standing(f.desk)).proposal.plan.title);
  });

  it("is not there if the settings do not say so", async () => {
    const f = fixture();
    const outcomes: unknown[] = [];
    const stop = planMdWriter(f.desk, (outcome) => outcomes.push(outcome));
    await propose(f);
    await approve(f);
    await stop();
    expect([outcomes, readdirSync(f.project)]).toEqual([[], [".pi"]]);
  });
});
