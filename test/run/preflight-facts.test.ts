import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { situationOf } from "../../src/desk/situation.ts";
import { judge } from "../../src/policy/judge.ts";
import { preflight } from "../../src/run/preflight.ts";
import { preflightFacts } from "../../src/run/preflight-facts.ts";
import { SWITCHED_OFF } from "../../src/sandbox/sandbox.ts";
import { approve, fixture, propose } from "../desk/fixture.ts";

const OFFERED = ["read", "edit", "bash"].map((tool) => ({ tool, source: "pi" }));

describe("pre-flight in a project", () => {
  it("finds what changed since the plan was made, and what is not here", async () => {
    const f = fixture({ capabilities: { cache: { commands: ["cachectl *"] } } });
    const git = (...args: string[]) =>
      spawnSync("git", ["-C", f.project, "-c", "user.name=a", "-c", "user.email=a@b.c", ...args]);
    mkdirSync(join(f.project, "src"));
    writeFileSync(join(f.project, "src", "cache.ts"), "1");
    for (const args of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-qm", "first"],
    ])
      git(...args);
    const steps = [
      { id: "look", title: "Look", tools: ["read", "cache"] },
      { id: "swap", title: "Swap", tools: ["edti"], files: ["src/**", "docs/**/*.md"] },
    ];
    await propose(f, { steps });
    const state = await approve(f);
    const problems = () =>
      preflight(state, preflightFacts(f.desk, state, { offered: OFFERED, models: ["a/b"], sandbox: SWITCHED_OFF })).map(
        ({ kind, path }) => `${kind} ${path}`,
      );
    expect(problems()).toEqual(["unknown_tool steps[1].tools[0]", "glob_without_match steps[1].files[1]"]);
    writeFileSync(join(f.project, "src", "cache.ts"), "2");
    expect(problems().at(-1)).toBe("changed_since steps[1].files");
  });
});

describe("pre-flight of a plan that was signed before steps said whether they commit", () => {
  it("stops at a command that changes the git repository, in a sandbox or without one", async () => {
    const f = fixture();
    const steps = [
      { id: "a", title: "A", run: "npm test && git commit -am x" },
      { id: "b", title: "B", run: "git commit -am x", commits: true },
      { id: "c", title: "C", run: "git diff", verify: "git stash" },
      { id: "d", title: "D", run: "echo git commit" },
    ];
    await propose(f, { steps });
    const state = await approve(f);
    const problems = preflight(state, preflightFacts(f.desk, state, { offered: OFFERED, sandbox: SWITCHED_OFF }));
    expect(problems.map(({ severity, kind, path }) => `${severity} ${kind} ${path}`)).toEqual([
      "error commits_missing steps[0].run",
      "error commits_missing steps[2].verify",
    ]);
  });
});

describe("pre-flight of a signed command that names a protected path", () => {
  const steps = [
    { id: "a", title: "A", run: "cp x .vscode/tasks.json" },
    { id: "b", title: "B", run: "cp x .vscode/tasks.json", files: [".vscode/tasks.json"] },
    { id: "c", title: "C", run: "cp x .vscode/tasks.json", files: [".vscode/**"] },
    { id: "d", title: "D", run: "npm test", verify: "echo x > .git/config" },
    { id: "e", title: "E", run: "cat .vscode/tasks.json" },
    { id: "f", title: "F", run: "mkdir -p .pi/extensions && cp evil.ts .pi/extensions/" },
    {
      id: "g",
      title: "G",
      run: "mkdir -p .idea && cp x .idea/a.xml",
      verify: "jq . .idea/a.xml",
      files: [".idea/a.xml"],
    },
    { id: "h", title: "H", run: "mkdir -p .idea && cp x .idea/a.xml", files: ["./.idea/a.xml"] },
    { id: "i", title: "I", run: "mkdir -p .idea && cp -r x .idea", files: [".idea/a.xml"] },
    { id: "j", title: "J", run: "npx prettier --write .idea/a.xml", files: [".idea/a.xml"] },
  ];
  const errors = async (sandbox: Parameters<typeof preflightFacts>[2]["sandbox"]) => {
    const f = fixture();
    await propose(f, { steps });
    const state = await approve(f);
    return preflight(state, preflightFacts(f.desk, state, { offered: OFFERED, sandbox }))
      .filter(({ kind }) => kind === "protected_path")
      .map(({ severity, path }) => `${severity} ${path}`);
  };

  it("stops without a sandbox, unless the step's files name the literal path of a host file", async () => {
    expect(await errors(SWITCHED_OFF)).toEqual([
      "error steps[0].run",
      "error steps[2].run",
      "error steps[3].verify",
      "error steps[5].run",
      "error steps[8].run",
    ]);
  });

  it("leaves it to the sandbox where there is one", async () => {
    expect(
      await errors({ sandbox: "on", with: { works: true, by: "seatbelt", program: "/usr/bin/sandbox-exec" } }),
    ).toEqual([]);
  });
});

describe("a capability of the user's settings", () => {
  it("is what a step that lists it may do, and no more", () => {
    const { desk } = fixture({ capabilities: { cache: { tools: ["odoo_read"], commands: ["cachectl drop *"] } } });
    const at = situationOf(desk, "executing", { sandbox: "on" }, { step: { id: "one", tools: ["cache"] } });
    const say = (tool: string, input = {}, source?: string) =>
      judge({ tool, input, ...(source && { source }) }, at).verdict;
    expect(say("bash", { command: "cachectl drop all" }, "pi")).toBe("allow");
    expect(say("bash", { command: "cachectl drop all && rm -rf src" }, "pi")).toBe("deny");
    expect(say("bash", { command: "rm -rf src" }, "pi")).toBe("deny");
    expect(say("odoo_read")).toBe("allow");
    expect(say("odoo_write")).toBe("deny");
  });
});
