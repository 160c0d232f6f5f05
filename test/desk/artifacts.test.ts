import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { changedArtifacts } from "../../src/desk/changed-artifacts.ts";
import { spillContext } from "../../src/desk/context-artifacts.ts";
import { digestOf } from "../../src/plan/digest.ts";
import type { Context, Plan } from "../../src/plan/plan.ts";
import { approve, type Fixture, fixture, ID, propose, standing } from "./fixture.ts";

let f: Fixture;
let directory: string;
beforeEach(() => {
  f = fixture();
  directory = join(f.project, ".pi/plans/artifacts", ID);
});

const KB = 1024;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const planWith = (context: Context): Plan => ({ id: ID, title: "x", steps: [{ id: "a", title: "A" }], context });

describe("context that is too large for a plan", () => {
  it("goes to artifacts by itself, largest first, and no more of it than needed", async () => {
    const tool_outputs = {
      large: { tool: "grep", data: "l".repeat(40 * KB) },
      larger: { tool: "grep", data: "m".repeat(45 * KB) },
      small: { tool: "grep", data: "s" },
    };
    const { proposal } = await propose(f, { context: { tool_outputs, notes: "short" } });
    const { context } = (await standing(f.open())).proposal.plan;
    expect(Object.keys(context?.tool_outputs ?? {})).toEqual(["large", "small"]);
    expect(context?.notes).toBe("short");
    expect(context?.artifacts?.map(({ name }) => name)).toEqual(["larger.json"]);
    const kept = readFileSync(join(directory, "larger.json"), "utf8");
    expect(JSON.parse(kept)).toEqual(tool_outputs.larger);
    expect(context?.artifacts?.[0]?.sha256).toBe(sha256(kept));
    expect(readFileSync(f.planFile(ID), "utf8")).not.toContain("mmmm");
    expect(changedArtifacts(f.project, proposal.plan)).toEqual([]);
  });

  it("stays inline up to 50 KB", () => {
    const plan = planWith({ notes: "n".repeat(50 * KB) });
    expect(spillContext(plan)).toEqual({ plan, artifacts: [] });
    expect(spillContext(planWith({ notes: "n".repeat(50 * KB + 1) })).artifacts).toMatchObject([{ name: "notes.md" }]);
    expect(spillContext(planWith({ notes: "é".repeat(26 * KB) })).artifacts).toHaveLength(1);
  });

  it.each([
    ["../../../outside/x", "outside-x.json"],
    ["/etc/passwd", "etc-passwd.json"],
    ["..", "context.json"],
    ["", "context.json"],
    [".hidden", "hidden.json"],
    ["a\nb\0c", "a-b-c.json"],
    ["__proto__", "proto__.json"],
    ["工具", "context.json"],
    ["x".repeat(500), `${"x".repeat(80)}.json`],
  ])("under the name %j is a plain file of the plan's own", async (name, file) => {
    const tool_outputs = Object.fromEntries([[name, { data: "d".repeat(60 * KB) }]]);
    await propose(f, { context: { tool_outputs } });
    expect(readdirSync(directory)).toEqual([file]);
    expect(readdirSync(join(f.root, "outside"))).toEqual([]);
    const { plan } = (await standing(f.open())).proposal;
    expect(changedArtifacts(f.project, plan)).toEqual([]);
  });

  it("under names that look alike is kept apart", () => {
    const data = "d".repeat(60 * KB);
    const { plan, artifacts } = spillContext(
      planWith({ tool_outputs: { "a/b": { data }, "a\\b": { data }, "a-b": { data } } }),
    );
    expect(artifacts.map(({ name }) => name).sort()).toEqual(["a-b-2.json", "a-b-3.json", "a-b.json"]);
    expect(plan.context?.artifacts).toHaveLength(3);
  });
});

describe("an artifact", () => {
  it("is signed with the plan: another hash is another digest", () => {
    const signed = planWith({ artifacts: [{ name: "a.txt", sha256: sha256("a") }] });
    expect(digestOf(planWith({ artifacts: [{ name: "a.txt", sha256: sha256("b") }] }))).not.toBe(digestOf(signed));
    expect(digestOf(planWith({ artifacts: [{ name: "b.txt", sha256: sha256("a") }] }))).not.toBe(digestOf(signed));
  });

  it("that was changed, is gone, or is a link later is told", async () => {
    await propose(f, { context: { notes: "n".repeat(60 * KB) } });
    await approve(f);
    const { plan } = (await standing(f.desk)).proposal;
    const path = join(directory, "notes.md");
    const good = readFileSync(path, "utf8");
    writeFileSync(path, good.replace("n", "N"));
    expect(changedArtifacts(f.project, plan)).toEqual(["notes.md"]);
    rmSync(path);
    expect(changedArtifacts(f.project, plan)).toEqual(["notes.md"]);
    writeFileSync(join(f.root, "outside", "notes.md"), good);
    symlinkSync(join(f.root, "outside", "notes.md"), path);
    expect(changedArtifacts(f.project, plan)).toEqual(["notes.md"]);
    rmSync(path);
    mkdirSync(path);
    expect(changedArtifacts(f.project, plan)).toEqual(["notes.md"]);
    rmSync(path, { recursive: true });
    writeFileSync(path, good);
    expect(changedArtifacts(f.project, plan)).toEqual([]);
  });

  it("that a plan only claims to have is told", async () => {
    const { proposal } = await propose(f, { context: { artifacts: [{ name: "never.txt", sha256: sha256("x") }] } });
    expect(changedArtifacts(f.project, proposal.plan)).toEqual(["never.txt"]);
  });

  it("is not the plan's file: no text of a draft becomes one by its name", async () => {
    for (const name of ["../../x", "/etc/x", "..", "a/b", "", ".x", "a\0b"]) {
      expect(
        (
          await f.desk.propose(
            { title: "x", steps: ["y"], context: { artifacts: [{ name, sha256: sha256("x") }] } },
            f.local,
          )
        ).ok,
      ).toBe(false);
    }
  });
});
