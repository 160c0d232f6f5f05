import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { disk } from "./disk.ts";
import { bash, call, executing, situation } from "./situation.ts";

const verdict = (...args: Parameters<typeof judge>) => judge(...args).verdict;
const edit = (path: unknown) => call("edit", { path }, "pi");

describe("the tools of an executor", () => {
  it("are only those of the step, and the refusal lists them (R-002-18, R-002-20)", () => {
    const { code, reason, hint } = judge(call("write", { path: "a" }, "pi"), executing({ tools: ["read", "edit"] }));
    expect(code).toBe("OUT_OF_SCOPE");
    expect(reason).toBe("Tool not available in plan scope. Only read, edit are available.");
    expect(hint).toContain("amend");
  });

  it("include reading only where it is listed (R-002-73)", () => {
    expect(verdict(call("read", { path: "a" }, "pi"), executing({ tools: ["edit"] }))).toBe("deny");
    expect(verdict(call("read", { path: "a" }, "pi"), executing({ tools: ["read"] }))).toBe("allow");
  });

  it("include a shell only where it is listed (R-002-21)", () => {
    expect(verdict(bash("make"), executing())).toBe("deny");
    const held = { facts: { sandbox: "on" } } as const;
    expect(verdict(bash("make"), executing({ tools: ["bash"] }, held))).toBe("allow");
    expect(verdict(bash("make"), executing({}, { ...held, scope: { tools: ["bash"] } }))).toBe("allow");
  });

  it("are the plan's for a step that lists none, and for the scope of the plan", () => {
    const scope = { tools: ["edit", "read"], step: { id: "one", tools: ["read"] } };
    expect(verdict(edit("a"), executing({}, { scope }))).toBe("deny");
    expect(verdict(edit("a"), executing({}, { scope, settings: { scope: "plan" } }))).toBe("allow");
    expect(verdict(edit("a"), executing({}, { scope: { tools: ["edit"], step: { id: "one" } } }))).toBe("allow");
  });

  it("are all with the scope full", () => {
    expect(verdict(bash("make"), executing({ tools: [] }, { settings: { scope: "full" } }))).toBe("allow");
  });

  it("are none where nothing was signed, and none with an empty list", () => {
    expect(verdict(edit("a"), situation({ mode: "executing" }))).toBe("deny");
    expect(verdict(edit("a"), executing({ tools: [] }))).toBe("deny");
  });

  it("are never those that are denied, whatever else lists them", () => {
    expect(verdict(edit("a"), executing({ tools: ["edit"], denied_tools: ["edit"] }))).toBe("deny");
    const scope = { tools: ["edit"], step: { id: "one", denied_tools: ["edit"] } };
    expect(verdict(edit("a"), executing({}, { scope, settings: { scope: "plan" } }))).toBe("deny");
  });

  it("are the known ones of their names, not those that took them over", () => {
    expect(verdict(call("edit", { path: "a" }, "evil"), executing({ tools: ["edit"] }))).toBe("deny");
    expect(verdict(call("edit", { path: "a" }, "evil"), executing({ tools: ["edit@evil"] }))).toBe("allow");
  });

  it("always include ask_user", () => {
    expect(verdict(call("ask_user", {}, "countersign"), executing({ tools: ["edit"] }))).toBe("allow");
    expect(verdict(call("ask_user", {}, "evil"), executing({ tools: ["edit"] }))).toBe("deny");
  });

  it("are what a capability stands for: tools, or commands", () => {
    const capabilities = { odoo: { tools: ["odoo_read"] }, cli: { commands: ["acme-cli list *"] } };
    const at = executing({ tools: ["odoo", "cli"] }, { settings: { capabilities } });
    expect(verdict(call("odoo_read"), at)).toBe("allow");
    expect(verdict(call("odoo_write"), at)).toBe("deny");
    expect(verdict(bash("acme-cli list orders"), at)).toBe("allow");
    expect(verdict(bash("acme-cli drop orders"), at)).toBe("deny");
    expect(verdict(bash("acme-cli list orders; rm x"), at)).toBe("deny");
  });

  it("change nothing in steps for research and design", () => {
    for (const mode of ["research", "design"] as const) {
      const at = executing({ mode, tools: ["edit", "bash", "read"] });
      expect([edit("a"), bash("touch x"), bash("pwd"), call("read", {}, "pi")].map((it) => verdict(it, at))).toEqual([
        "deny",
        "deny",
        "allow",
        "allow",
      ]);
    }
  });
});

describe("the files of an executor", () => {
  const { facts, at } = disk();
  mkdirSync(at("project/lib"));
  symlinkSync(at("project/lib"), at("project/src/link"));
  const within = (files?: string[]) =>
    executing({ tools: ["edit", "apply_patch", "bash"], ...(files && { files }) }, { facts });

  it("are those that match", () => {
    expect(verdict(edit("src/a.ts"), within(["src/**"]))).toBe("allow");
    expect(verdict(edit(at("project/src/new/b.ts")), within(["src/**"]))).toBe("allow");
  });

  it.each([
    "README.md",
    "src/../README.md",
    "src/link/x.ts",
    "../x",
    "~/x",
    "/etc/hosts",
    ".",
  ])("are not others: %s", (path) => {
    expect(judge(edit(path), within(["src/**"])).code).toBe("OUT_OF_SCOPE");
  });

  it("are not those that a glob takes out again", () => {
    expect(verdict(edit("src/keep.ts"), within(["src/**", "!src/keep.ts"]))).toBe("deny");
  });

  it("are those of the project where none are given", () => {
    expect(verdict(edit("README.md"), within())).toBe("allow");
    expect(verdict(edit("../x"), within())).toBe("deny");
  });

  it("are looked for in patches", () => {
    const patch = (path: string) =>
      call("apply_patch", { input: `*** Begin Patch\n*** Add File: ${path}\n+x\n*** End Patch` }, "codex");
    expect(verdict(patch("src/a.ts"), within(["src/**"]))).toBe("allow");
    expect(verdict(patch("README.md"), within(["src/**"]))).toBe("deny");
  });

  it("hold a command only in a sandbox: without one a person is asked, and not for one that only looks", () => {
    const sandboxed = executing({ tools: ["bash"], files: ["src/**"] }, { facts: { ...facts, sandbox: "on" } });
    expect(verdict(bash("make"), sandboxed)).toBe("allow");
    expect(verdict(bash("make"), within(["src/**"]))).toBe("confirm");
    expect(verdict(bash("pwd"), within(["src/**"]))).toBe("allow");
    const missing = executing({ tools: ["bash"] }, { facts: { ...facts, sandbox: "missing" } });
    expect(judge(bash("make"), missing).code).toBe("SANDBOX_MISSING");
  });
});
