import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { bundleExtension } from "../../../scripts/bundle-extension.ts";
import { Desk } from "../../../src/desk/desk.ts";
import { localActor } from "../../../src/desk/persons.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { makeProject, type Project } from "../../agent/bench/project.ts";
import { draft, must } from "../../desk/fixture.ts";
import { madeOnce, root } from "../../made-once.ts";

const PROCESS = fileURLToPath(new URL("../../../bench/startup/extension.process.ts", import.meta.url));
const KB = 1024;

/** The parts of the built extension that the start of a session loads, and their size. */
async function loadedIn(project: Project): Promise<{ parts: string[]; bytes: number }> {
  const built = await madeOnce("extension", ["src/**/*.ts", "scripts/*.ts", "package.json"], (directory) =>
    bundleExtension(root, directory),
  );
  const empty = ["warm-up", "nothing"].map((name) =>
    project.write(`../${name}.ts`, "export default function nothing() {}\n"),
  );
  const args = [PROCESS, join(built, "extension.js"), ...empty, project.cwd, project.agentDir];
  const env = { ...process.env, ...project.env, COUNT_PARTS: "1" };
  const parts: string[] = JSON.parse(execFileSync(process.execPath, args, { cwd: project.cwd, env, encoding: "utf8" }));
  return { parts, bytes: parts.reduce((sum, part) => sum + statSync(join(built, "parts", part)).size, 0) };
}

function withPlan(): { project: Project; desk: Desk } {
  const project = makeProject();
  const desk = new Desk({ directory: project.cwd, env: { COUNTERSIGN_HOME: project.home } });
  afterTest(() => desk.close());
  return { project, desk };
}

describe("the start of a session loads of the built extension", () => {
  it("little where there are no plans, and one part more where none of them concerns it", async () => {
    const without = await loadedIn(makeProject());
    expect(without.parts.length).toBeLessThanOrEqual(7);
    expect(without.bytes).toBeLessThan(125 * KB);
    const { project, desk } = withPlan();
    must(await desk.propose(draft(), localActor({})));
    await desk.plans({ limit: 1 });
    const { parts, bytes } = await loadedIn(project);
    expect(parts.filter((part) => !without.parts.includes(part))).toEqual([expect.stringMatching(/^rows-/)]);
    expect(bytes).toBeLessThan(195 * KB);
  });

  it("plan mode, if something concerns it", async () => {
    const { project, desk } = withPlan();
    must(await desk.sendAgent("pi-gone", { type: "enter", task: "Say two" }, localActor({})));
    const { parts, bytes } = await loadedIn(project);
    expect(parts).toContainEqual(expect.stringMatching(/^pi-plan-session-/));
    expect(bytes).toBeGreaterThan(500 * KB);
  });
});
