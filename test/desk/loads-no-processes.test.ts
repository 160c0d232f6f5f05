import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixture } from "./fixture.ts";
import { samplePlan } from "./sample-plan.ts";

describe("the desk", () => {
  it("loads nothing to start programs with, as long as it starts none: a proposal in git needs none", () => {
    const { project, home } = fixture();
    execFileSync("git", ["init", "--quiet", project]);
    const at = (file: string) => JSON.stringify(join(import.meta.dirname, "../../src/desk", file));
    const script = `
      const { Desk } = await import(${at("desk.ts")});
      await import(${at("git.ts")});
      await import(${at("tree.ts")});
      const desk = new Desk({ directory: ${JSON.stringify(project)} });
      const { localActor } = await import(${at("persons.ts")});
      const proposed = await desk.propose(${JSON.stringify(samplePlan("PLAN-00000001"))}, localActor({}));
      desk.close();
      console.log(proposed.ok, process.moduleLoadList.includes("NativeModule child_process"));
      await import("node:child_process");
      console.log(process.moduleLoadList.includes("NativeModule child_process"));`;
    const env = { ...process.env, COUNTERSIGN_HOME: home };
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8", env });
    expect(said).toBe("true false\ntrue\n");
  });
});
