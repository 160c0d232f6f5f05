import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { draft, edit, type Fixture, fixture, ID, must, propose, refusalOf, standing } from "./fixture.ts";

let f: Fixture;
beforeEach(async () => {
  f = fixture();
  await propose(f);
});

describe("a writer who has read an older version", () => {
  it("is refused with both versions, and changes nothing", async () => {
    const other = f.open();
    must(await other.send(ID, { type: "request_changes", revision: 1, feedback: "Say why." }, f.person, 1));
    const text = readFileSync(f.planFile(ID), "utf8");
    const late = [
      await f.desk.send(ID, { type: "cancel" }, f.person, 1),
      await f.desk.propose(draft({ summary: "Another" }), f.local, { id: ID, expected: 1 }),
      await f.desk.edit(ID, text.replace("Swap it", "Swap both"), f.local, 1),
    ].map((outcome) => refusalOf(outcome));
    for (const refusal of late) {
      expect(refusal).toMatchObject({
        kind: "conflict",
        message: `${ID} was modified concurrently (expected v1, found v2).`,
        facts: { expected: 1, found: 2 },
      });
    }
    expect(readFileSync(f.planFile(ID), "utf8")).toBe(text);
    expect(await standing(f.desk)).toMatchObject({ version: 2, status: "changes_requested" });
  });

  it("is refused as well when it was the file that changed", async () => {
    edit(f.planFile(ID), (text) => text.replace("Swap it", "Swap both"));
    const refusal = refusalOf(await f.desk.send(ID, { type: "cancel" }, f.person, 1));
    expect(refusal).toMatchObject({ kind: "conflict", facts: { expected: 1, found: 2 } });
    expect((await standing(f.desk)).proposal.plan.steps[1]?.title).toBe("Swap both");
  });

  it("succeeds with the version that is there", async () => {
    expect(must(await f.desk.send(ID, { type: "cancel" }, f.person, 1))).toMatchObject({ version: 2 });
  });
});

describe("plans that are not the same", () => {
  it("can be changed at once without a conflict", async () => {
    const ids = ["PLAN-00000001", "PLAN-00000002", "PLAN-00000003"];
    await Promise.all(ids.map((id) => propose(f, { id }, f.open())));
    const cancelled = await Promise.all(ids.map((id) => f.open().send(id, { type: "cancel" }, f.person, 1)));
    expect(cancelled.map((outcome) => must(outcome).status)).toEqual(ids.map(() => "cancelled"));
  });
});
