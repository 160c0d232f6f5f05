import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machineSandbox, profileOf, projectSandbox, sandboxForPolicy } from "../../src/run/project-sandbox.ts";
import { runCommand } from "../../src/run/run-command.ts";
import { notInstalled } from "../../src/sandbox/failure.ts";
import { SWITCHED_OFF, sandboxFact } from "../../src/sandbox/sandbox.ts";
import { fixture } from "../desk/fixture.ts";
import { hasSandbox } from "../machine-sandbox.ts";

const BROKEN = { works: false, failure: notInstalled("no_program") } as const;

describe("the sandbox around the commands of a project", () => {
  it.each([
    ["auto", "off"],
    ["require", "missing"],
    ["off", "off"],
  ] as const)("set to %s, where none works, is %s for the policy", (setting, known) => {
    expect(sandboxForPolicy(sandboxFact(setting, BROKEN))).toBe(known);
  });

  it("is off where the user switched it off, whatever the machine has", async () => {
    expect(await projectSandbox(fixture({ sandbox: "off" }).desk, process.env)).toEqual(SWITCHED_OFF);
  });

  it("is on for the policy where one works", () => {
    const works = { works: true, by: "seatbelt", program: "/usr/bin/sandbox-exec" } as const;
    expect(sandboxForPolicy(sandboxFact("require", works))).toBe("on");
  });

  it("is remembered in the home once it was seen to work, and not when it is tried anew", async () => {
    const [remembered, anew] = [fixture(), fixture()];
    const found = await machineSandbox(remembered.desk, process.env);
    await machineSandbox(anew.desk, process.env, { fresh: true });
    const isKept = ({ home }: { home: string }) => existsSync(join(home, "sandbox.json"));
    expect([isKept(remembered), isKept(anew)]).toEqual([found.works && found.by !== "seatbelt", false]);
  });
});

describe("the commands of a step that only looks", () => {
  it("have nothing to write to, whatever its files, and no other program to write for them", () => {
    const { desk, project } = fixture();
    const looking = profileOf(desk, "executing", project, { files: ["**"], writes: false });
    expect(looking).toMatchObject({ kind: "executing", writable: [], unixSockets: "none", network: true });
    expect(profileOf(desk, "executing", project, { files: ["**"] }).writable).toEqual([project]);
  });

  it.skipIf(!hasSandbox)("change nothing", async () => {
    const { desk, project } = fixture();
    writeFileSync(join(project, "kept"), "kept");
    const sandbox = await projectSandbox(desk, process.env);
    const run = (writes: boolean) =>
      runCommand("rm kept; touch made; cat kept", {
        ...{ desk, agent: "a", mode: "executing", cwd: project, writes, sandbox, env: process.env },
      });
    expect(await run(false)).toMatchObject({ ok: true, said: expect.stringContaining("kept") });
    expect(["kept", "made"].map((name) => existsSync(join(project, name)))).toEqual([true, false]);
    await run(true);
    expect(["kept", "made"].map((name) => existsSync(join(project, name)))).toEqual([false, true]);
  });
});
