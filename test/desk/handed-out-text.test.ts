import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { readMarkdown } from "../../src/plan/read-markdown.ts";
import { edit, type Fixture, fixture, ID, life, must, propose, standing } from "./fixture.ts";

let f: Fixture;
beforeEach(() => {
  f = fixture();
});

const claimsIn = (text: string) => {
  const read = readMarkdown(text);
  if ("problems" in read) throw new Error(text);
  const { reviews: _, ...claims } = read.claims;
  return claims;
};

/** The text that surfaces attach, show and open for an edit claims no status; the file has the current one. */
async function expectCurrent(): Promise<void> {
  const { proposal, status } = await standing(f.desk);
  expect(claimsIn(proposal.text)).toEqual({});
  const { revision, digest } = proposal;
  expect(claimsIn(readFileSync(f.planFile(ID), "utf8"))).toMatchObject({ status, revision, digest });
}

describe("the text that a desk hands out", () => {
  it("has no status of the revision before", async () => {
    await propose(f);
    await expectCurrent();
    must(await f.desk.send(ID, { type: "request_changes", revision: 1, feedback: "Say why." }, f.person));
    const { proposal } = await propose(f, { summary: "The old cache goes: it is slow." });
    expect(proposal.revision).toBe(2);
    expect(proposal.text).toContain("it is slow");
    await expectCurrent();
  });

  it("has none of the text before an edit of the file, or of a copy of the file", async () => {
    await propose(f);
    edit(f.planFile(ID), (text) => text.replace("Swap it", "Replace it"));
    expect((await standing(f.desk)).proposal.text).toContain("Replace it");
    await expectCurrent();
    const copy = readFileSync(f.planFile(ID), "utf8").replace("Look around", "Look closely");
    must(await f.desk.edit(ID, copy, f.person));
    expect((await standing(f.desk)).proposal.text).toContain("Look closely");
    await expectCurrent();
  });

  it("has no status of a step that has begun", async () => {
    await life(f);
    await expectCurrent();
  });
});
