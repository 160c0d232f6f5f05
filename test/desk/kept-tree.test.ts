import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { rotateKey } from "../../src/desk/keyring.ts";
import {
  compareTrees,
  dropTree,
  keepEndOfPlanning,
  keepTree,
  keptEndOfPlanning,
  keptTree,
  lookAtTree,
} from "../../src/desk/tree.ts";
import { copyOf, edit, type Fixture, fixture } from "./fixture.ts";

const directory = (f: Fixture) => join(f.project, ".pi/plans/sessions/trees");
const odd = (f: Fixture) => Buffer.concat([Buffer.from(`${f.project}/`), Buffer.from([0xff])]);
const file = (f: Fixture, agent = "bot") => join(directory(f), `${agent}.json`);
const unseen = (because: string) => ({ kind: "unseen", because: expect.stringContaining(because) });

async function kept(): Promise<Fixture> {
  const f = fixture();
  writeFileSync(join(f.project, "a.ts"), "1");
  writeFileSync(odd(f), "1");
  keepTree(f.desk, "bot", await lookAtTree(f.project));
  return f;
}

describe("the tree that was kept", () => {
  it("is there after a restart, and tells what changed since", async () => {
    const f = await kept();
    expect(compareTrees(keptTree(f.open(), "bot"), await lookAtTree(f.project))).toMatchObject({ kind: "unchanged" });
    writeFileSync(join(f.project, "a.ts"), "2");
    expect(compareTrees(keptTree(f.open(), "bot"), await lookAtTree(f.project))).toMatchObject({
      files: [{ path: "a.ts", how: "changed" }],
    });
  });

  it("has beside it the tree at the end of planning, which a later change does not touch", async () => {
    const f = await kept();
    keepEndOfPlanning(f.desk, "bot", await lookAtTree(f.project));
    writeFileSync(join(f.project, "a.ts"), "2");
    const end = keptEndOfPlanning(f.open(), "bot");
    if (end === undefined) throw new Error("No tree was kept.");
    expect(compareTrees(keptTree(f.open(), "bot"), end)).toMatchObject({ kind: "unchanged" });
    // Planning begins again.
    keepTree(f.desk, "bot", await lookAtTree(f.project));
    expect(keptEndOfPlanning(f.desk, "bot")).toBeUndefined();
    keepEndOfPlanning(f.desk, "nobody", await lookAtTree(f.project));
    expect(keptEndOfPlanning(f.desk, "nobody")).toBeUndefined();
  });

  it("is each agent's own, and nothing before the first", async () => {
    const f = await kept();
    expect(keptTree(f.desk, "other")).toBeUndefined();
    expect(keptEndOfPlanning(f.desk, "bot")).toBeUndefined();
    expect(() => keptTree(f.desk, "../bot")).toThrow("not an agent's id");
    cpSync(file(f), file(f, "other"));
    expect(keptTree(f.desk, "other")).toMatchObject(unseen("was changed, or was not recorded here"));
  });

  it("gives way to the next one, and goes when it is dropped", async () => {
    const f = await kept();
    writeFileSync(join(f.project, "a.ts"), "2");
    // As a process leaves it that died while it wrote.
    writeFileSync(join(directory(f), ".bot"), "half");
    keepTree(f.desk, "bot", await lookAtTree(f.project));
    expect(readdirSync(directory(f))).toEqual(["bot.json"]);
    expect(compareTrees(keptTree(f.desk, "bot"), await lookAtTree(f.project)).kind).toBe("unchanged");
    dropTree(f.desk, "bot");
    dropTree(f.desk, "bot");
    expect(keptTree(f.desk, "bot")).toBeUndefined();
  });

  it("can be one that nobody could look at", async () => {
    const f = fixture();
    keepTree(f.desk, "bot", { kind: "unseen", at: "2026-11-15T09:00:00.000Z", because: "it is dark" });
    expect(keptTree(f.open(), "bot")).toEqual({
      kind: "unseen",
      at: "2026-11-15T09:00:00.000Z",
      because: "it is dark",
    });
  });

  it.each([
    ["a changed file", (text: string) => text.replace('"a.ts"', '"b.ts"')],
    ["another agent", (text: string) => text.replace('"bot"', '"bat"')],
    ["half of it", (text: string) => text.slice(0, text.length / 2)],
    ["no seal", (text: string) => text.slice(65)],
    ["JSON that is nothing", () => `${"0".repeat(64)} null\n`],
    ["a key nobody has", (text: string) => text.replace(/"key":"[0-9a-f]{16}"/, '"key":"0000000000000000"')],
    ["a key that leads elsewhere", (text: string) => text.replace(/"key":"[^"]*"/, '"key":"../../x"')],
    ["nothing at all", () => ""],
  ])("is believed only as we wrote it: %s", async (_, change) => {
    const f = await kept();
    edit(file(f), change);
    const found = keptTree(f.desk, "bot");
    expect(found).toMatchObject(unseen("was changed, or was not recorded here"));
    expect(compareTrees(found, await lookAtTree(f.project)).kind).toBe("unknown");
  });

  it("holds after the key was rotated, and not in a copy of the project or with another home", async () => {
    const f = await kept();
    rotateKey(f.desk.home);
    expect(keptTree(f.desk, "bot")).toMatchObject({ kind: "seen" });
    rmSync(odd(f));
    expect(keptTree(f.open({ project: copyOf(f, "copy") }), "bot")).toMatchObject(unseen("was not recorded here"));
    const home = join(f.root, "home-2");
    mkdirSync(home, { mode: 0o700 });
    expect(keptTree(f.open({ home }), "bot")).toMatchObject(unseen("was not recorded here"));
  });

  it("is not written through a link that leads elsewhere", async () => {
    const f = await kept();
    const outside = join(f.root, "outside");
    rmSync(directory(f), { recursive: true });
    symlinkSync(outside, directory(f));
    const tree = await lookAtTree(f.project);
    expect(() => keepTree(f.desk, "bot", tree)).toThrow("leads elsewhere");
    expect(readdirSync(outside)).toEqual([]);
    rmSync(directory(f));
    mkdirSync(directory(f));
    writeFileSync(join(outside, "mine"), "mine");
    symlinkSync(join(outside, "mine"), file(f));
    symlinkSync(join(outside, "mine"), join(directory(f), ".bot"));
    keepTree(f.desk, "bot", tree);
    expect(readFileSync(join(outside, "mine"), "utf8")).toBe("mine");
    expect(keptTree(f.desk, "bot")).toMatchObject({ kind: "seen" });
  });
});
