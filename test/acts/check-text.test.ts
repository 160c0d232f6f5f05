import { describe, expect, it } from "vitest";
import { checkText } from "../../src/acts/check-text.ts";
import { approve, fixture, ID, listing, must, propose, refusalOf, standing } from "../desk/fixture.ts";

async function bench() {
  const f = fixture();
  await propose(f);
  const { proposal } = await standing(f.desk);
  return { f, proposal, check: async (text: string) => must(await checkText(f.desk, ID, text)) };
}

/** The line of a text that has these words, from 1. */
const lineOf = (text: string, words: string) => text.split("\n").findIndex((line) => line.includes(words)) + 1;

describe("the check of an edited text", () => {
  it("finds nothing in the current text, which differs in nothing", async () => {
    const { proposal, check } = await bench();
    const checked = await check(proposal.text);
    expect(checked).toMatchObject({ digest: proposal.digest, comparison: { same: true }, widens: false });
    expect(checked.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  it("names every problem with its line, column and hint, errors first, and compares nothing", async () => {
    const { proposal, check } = await bench();
    const text = proposal.text
      .replace("after: look", "after: lok\n   - risk: hihg")
      .replace("tools: read", "tols: read");
    const checked = await check(text);
    expect(checked).not.toHaveProperty("comparison");
    const [first] = checked.problems;
    expect(first?.severity).toBe("error");
    expect(checked.problems).toContainEqual(
      expect.objectContaining({
        kind: "missing_dependency",
        line: lineOf(text, "after: lok"),
        column: expect.any(Number),
      }),
    );
    const risk = checked.problems.find(({ line }) => line === lineOf(text, "risk: hihg"));
    expect(risk).toMatchObject({ severity: "error", hint: expect.stringContaining("high") });
    expect(checked.problems.map(({ severity }) => severity)).toEqual(
      checked.problems.map(({ severity }) => severity).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    );
  });

  it("says what the edit changes, and whether it allows more", async () => {
    const { proposal, check } = await bench();
    const narrower = await check(proposal.text.replace("The old cache goes.", "The old cache goes today."));
    expect(narrower).toMatchObject({ widens: false, comparison: { same: false, fields: [{ field: "summary" }] } });
    const wider = await check(proposal.text.replace("files: src/**", "files: **"));
    expect(wider.widens).toBe(true);
    expect(wider.comparison?.steps.changed.map(({ after }) => after.id)).toEqual(["swap"]);
    expect(wider.digest).not.toBe(proposal.digest);
  });

  it("checks the tools of the steps against those that are here", async () => {
    const { f, proposal } = await bench();
    const checked = must(await checkText(f.desk, ID, proposal.text, { tools: new Set(["read"]) }));
    expect(checked.problems).toContainEqual(expect.objectContaining({ message: expect.stringContaining("edit") }));
  });

  it("writes nothing: file, journal and digest stay, and the edit does what the check said", async () => {
    const { f, proposal, check } = await bench();
    const before = listing(f.project, (path) => path.includes(".state"));
    const text = proposal.text.replace("Replace the cache", "Replace it");
    const checked = await check(text);
    await check("no plan at all");
    expect(listing(f.project, (path) => path.includes(".state"))).toEqual(before);
    const edited = must(await f.desk.edit(ID, text, f.local));
    expect(edited.plan.proposal.digest).toBe(checked.digest);
  });

  it("is of a plan that can be read, also once it is approved", async () => {
    const { f, proposal, check } = await bench();
    await approve(f);
    expect(await check(proposal.text)).toMatchObject({ comparison: { same: true } });
    expect(refusalOf(await checkText(f.desk, "PLAN-00000000", "x")).kind).toBe("not_found");
  });
});
