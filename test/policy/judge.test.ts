import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge, settle } from "../../src/policy/judge.ts";
import type { Overlay, Rule } from "../../src/policy/rule.ts";
import { CHAIN } from "../../src/policy/rules/chain.ts";
import type { Situation } from "../../src/policy/situation.ts";
import type { ToolCall } from "../../src/policy/tool.ts";
import { KNOWN_TOOLS } from "../../src/policy/tools/known-tools.ts";
import { runs } from "../runs.ts";
import { bash, call, executing, planning, situation } from "./situation.ts";

const write = call("write", { path: "src/a.ts", content: "" }, "pi");
const claim: ToolCall = { tool: "lookup", input: {}, readOnlyHint: true };

describe("a verdict", () => {
  it("allows, confirms or denies, always with rule, code and reason (R-001-35, R-001-36, R-001-37)", () => {
    const given = [call("read", { path: "a" }, "pi"), claim, write].map((it) => judge(it, planning()));
    expect(given.map(({ verdict }) => verdict)).toEqual(["allow", "confirm", "deny"]);
    expect(given.map(({ code }) => code)).toEqual(["ALLOWED", "CONFIRMATION_NEEDED", "TOOL_BLOCKED_BY_MODE"]);
    for (const { rule, reason } of given) {
      expect(rule).toBe("plan-mode");
      expect(reason).not.toBe("");
    }
  });

  it("denies disallowed categories while planning with TOOL_BLOCKED_BY_MODE and what to do instead (R-003-58, R-003-59, R-003-60)", () => {
    const { verdict, code, hint } = judge(write, planning());
    expect({ verdict, code }).toEqual({ verdict: "deny", code: "TOOL_BLOCKED_BY_MODE" });
    expect(hint).toContain("plan");
  });

  it("leaves the same call to others outside plan mode (R-001-39)", () => {
    expect(judge(write, situation())).toMatchObject({ verdict: "allow", rulings: [] });
  });

  it("lists every rule that spoke, in the order of their priorities", () => {
    const loud = planning({ templateTools: ["lookup"], settings: { yolo: true, tool_ignore: ["lookup"] } });
    expect(judge(claim, loud).rulings.map(({ rule }) => rule)).toEqual([
      "plan-mode",
      "template-tools",
      "yolo",
      "ignore-list",
    ]);
  });

  it("names the strongest reason first: a plan-mode denial before a protected path", () => {
    const { rule, rulings } = judge(call("write", { path: ".git/config" }, "pi"), planning());
    expect(rule).toBe("plan-mode");
    expect(rulings.map(({ rule: name, says }) => [name, says])).toEqual([
      ["plan-mode", "deny"],
      ["protected-paths", "deny"],
    ]);
  });

  it("says where a command runs and which part of it was the reason", () => {
    const refused = judge(bash("pwd; rm x"), planning({ facts: { sandbox: "on" } }));
    expect(refused).toMatchObject({ verdict: "deny", code: "SHELL_NOT_READ_ONLY", where: "sandbox" });
    expect(refused.span && "pwd; rm x".slice(refused.span.start, refused.span.end)).toBe(refused.span?.text);
    expect(refused.span?.text).toContain("rm");
    expect(judge(bash("make"), situation({ facts: { sandbox: "on" } })).where).toBe("host");
    expect(judge(write, planning()).where).toBeUndefined();
  });
});

describe("a waiver", () => {
  it.each<[string, Overlay]>([
    ["a template", { templateTools: ["lookup"] }],
    ["yolo", { settings: { yolo: true } }],
    ["the ignore list", { settings: { tool_ignore: ["lookup"] } }],
  ])("makes an allow of a confirmation: %s (R-001-22, R-001-23, R-001-24)", (_, overlay) => {
    expect(judge(claim, planning()).verdict).toBe("confirm");
    expect(judge(claim, planning(overlay)).verdict).toBe("allow");
  });

  it("is given to tools that only read (R-001-21)", () => {
    const asking = rule("asking", 205, () => ({ says: "confirm", code: "CONFIRMATION_NEEDED", reason: "hm" }));
    const chain = [asking, ...chainWith("read-only-tools")];
    expect(judge(call("read_file", {}, "tunacode"), situation(), chain).verdict).toBe("allow");
    expect(judge(call("write_file", {}, "tunacode"), situation(), chain).verdict).toBe("confirm");
  });

  it("never makes anything of a denial, in any combination", () => {
    fc.assert(
      fc.property(someCall, someSituation, (it, bare) => {
        const waived: Situation = {
          ...bare,
          templateTools: [it.tool],
          settings: { ...bare.settings, yolo: true, tool_ignore: [it.tool, `${it.tool}@${it.source}`] },
        };
        const before = judge(it, bare);
        const after = judge(it, waived);
        expect(after.verdict === "deny").toBe(before.verdict === "deny");
        if (before.verdict === "deny") expect(settle(after, "yes")).toBe("refuse");
      }),
      { numRuns: runs(500) },
    );
  });

  it("cannot come from what a tool says of itself, unless nobody knows the tool", () => {
    fc.assert(
      fc.property(fc.constantFrom(...KNOWN_TOOLS), someSituation, ({ name, source }, at) => {
        const plain = call(name, { command: "rm x", path: "x" }, source);
        const hinted = judge({ ...plain, readOnlyHint: true }, at);
        expect(hinted.verdict).toBe(judge(plain, at).verdict);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("a confirmation", () => {
  const confirm = judge(claim, planning());
  const deny = judge(write, planning());
  const allow = judge(call("ls", {}, "pi"), planning());

  it("answered yes runs, and without a yes does not", () => {
    expect([settle(confirm, "yes"), settle(confirm, "no"), settle(confirm, undefined)]).toEqual([
      "run",
      "refuse",
      "refuse",
    ]);
  });

  it("answered yes never turns a denial into a run", () => {
    expect([settle(deny, "yes"), settle(deny, undefined), settle(allow, undefined)]).toEqual([
      "refuse",
      "refuse",
      "run",
    ]);
  });
});

describe("the level", () => {
  const level = (name: "prompt" | "log", more: Overlay = {}) => ({
    ...more,
    settings: { level: name, ...more.settings },
  });

  it.each([
    "prompt",
    "log",
  ] as const)("%s lets a forbidden call run, and says that it would have been denied", (name) => {
    for (const it of [write, bash("rm x"), call("nobody_knows")]) {
      expect(judge(it, planning(level(name)))).toMatchObject({ verdict: "allow", wouldDeny: true });
    }
    const outside = judge(write, executing({ tools: ["edit"] }, level(name)));
    expect(outside).toMatchObject({ verdict: "allow", wouldDeny: true });
    expect(judge(call("read", {}, "pi"), planning(level(name))).wouldDeny).toBeUndefined();
  });

  it.each([
    "prompt",
    "log",
  ] as const)("%s changes nothing about protected paths, a required sandbox and guarded tools", (name) => {
    const guarded = { guardedTools: ["send"], guarded: "block" } as const;
    const all = [
      judge(call("write", { path: ".git/hooks/x" }, "pi"), planning(level(name))),
      judge(call("read", { path: "~/.pi/agent/countersign/keys/a" }, "pi"), planning(level(name))),
      judge(bash("echo x > .pi/plans.json"), planning(level(name))),
      judge(bash("pwd"), planning(level(name, { facts: { sandbox: "missing" } }))),
      judge(call("send"), planning(level(name, { settings: guarded }))),
    ];
    expect(all.map(({ verdict, code }) => `${verdict} ${code}`)).toEqual([
      "deny PROTECTED_PATH",
      "deny PROTECTED_PATH",
      "deny PROTECTED_PATH",
      "deny SANDBOX_MISSING",
      "deny PLAN_NEEDED",
    ]);
  });
});

describe("what is broken", () => {
  const broken = () => {
    throw new Error("the disk is gone");
  };

  it("denies: a rule that throws, of whatever kind", () => {
    for (const name of ["plan-mode", "yolo", "own"]) {
      const thrown = judge(call("read", {}, "pi"), situation({ settings: { level: "prompt" } }), [
        rule(name, 1, broken),
      ]);
      expect(thrown).toMatchObject({ verdict: "deny", rule: name });
      expect(thrown.reason).toContain("the disk is gone");
    }
  });

  it("denies: a world that throws", () => {
    const facts = { world: { resolve: broken, find: broken, read: broken, git: broken } };
    for (const it of [call("read", { path: "a" }, "pi"), write, bash("pwd")]) {
      for (const at of [
        situation({ facts }),
        planning({ facts }),
        planning({ facts, settings: { level: "prompt" } }),
      ]) {
        expect(judge(it, at).verdict).toBe("deny");
      }
    }
  });

  it("denies: silence inside plan mode", () => {
    expect(judge(call("read", {}, "pi"), planning(), [])).toMatchObject({ verdict: "deny", rule: "silence" });
    expect(judge(call("read", {}, "pi"), executing(), [])).toMatchObject({ verdict: "deny", rule: "silence" });
    expect(judge(call("read", {}, "pi"), situation(), []).verdict).toBe("allow");
  });
});

describe("the invariants", () => {
  it("invariant 1: while planning no tool that writes, runs something unseen or is unknown gets through", () => {
    fc.assert(
      fc.property(someCall, someSituation, (it, at) => {
        const enforced: Situation = { ...at, mode: "planning", settings: { ...at.settings, level: "enforce" } };
        const { verdict } = judge(it, enforced);
        const known = KNOWN_TOOLS.find(({ name, source }) => name === it.tool && source === it.source);
        if (verdict === "allow") expect(known?.category ?? "by hint").toMatch(/read|search|execute|by hint/);
        if (verdict === "allow" && !known) expect(it.readOnlyHint).toBe(true);
        if (verdict === "allow" && known?.category === "execute") expect(it.input["command"]).toBe("pwd");
      }),
      { numRuns: runs(500) },
    );
  });

  it("invariant 9: outside plan mode there are only the protected paths and the guarded tools", () => {
    fc.assert(
      fc.property(someCall, someSituation, (it, at) => {
        const outside: Situation = { ...at, mode: "none" };
        const { verdict, rule: name } = judge(it, outside);
        expect(verdict).not.toBe("confirm");
        if (verdict === "deny") expect(name).toMatch(/^(protected-paths|guarded-tools)$/);
        const bare: Situation = { ...outside, settings: { ...outside.settings, guardedTools: [] } };
        const harmless = { ...it, input: { command: "make", path: "src/a.ts", patch: "*** Add File: src/a.ts" } };
        expect(judge(harmless, bare).verdict).toBe("allow");
      }),
      { numRuns: runs(500) },
    );
  });
});

const someTool = fc.oneof(
  fc.constantFrom(...KNOWN_TOOLS.map(({ name, source }) => ({ tool: name.replace("*", "x"), source }))),
  fc.constantFrom(
    { tool: "read", source: "stranger" },
    { tool: "lookup", source: "mcp" },
    { tool: "__proto__", source: "x" },
  ),
);

const someCall: fc.Arbitrary<ToolCall> = fc
  .tuple(
    someTool,
    fc.constantFrom("src/a.ts", ".git/config", "~/.pi/agent/countersign/x", ".pi/plans/x", "../x", "\0", 7),
    fc.constantFrom("pwd", "rm x", "echo x > .git/config", ["rm", "x"], "", 3, undefined),
    fc.boolean(),
  )
  .map(([tool, path, command, readOnlyHint]) => ({
    ...tool,
    input: { path, file_path: path, ...(command !== undefined && { command }) },
    ...(readOnlyHint && { readOnlyHint }),
  }));

const someSituation: fc.Arbitrary<Situation> = fc
  .record({
    mode: fc.constantFrom("none" as const, "planning" as const, "executing" as const),
    level: fc.constantFrom("prompt" as const, "log" as const, "enforce" as const),
    shell: fc.constantFrom("off" as const, "read-only" as const),
    scope: fc.constantFrom("step" as const, "plan" as const, "full" as const),
    sandbox: fc.constantFrom("on" as const, "off" as const, "missing" as const),
    guardedTools: fc.constantFrom([], ["lookup"], ["bash", "read"]),
    tools: fc.constantFrom(undefined, ["edit", "bash"], []),
    files: fc.constantFrom(undefined, ["src/**"]),
  })
  .map(({ mode, level, shell, scope, sandbox, guardedTools, tools, files }) =>
    situation({
      mode,
      settings: { level, shell, scope, guardedTools },
      facts: { sandbox },
      scope: { step: { id: "one", ...(tools && { tools }), ...(files && { files }) } },
    }),
  );

function rule(name: string, priority: number, judgeCall: Rule["judge"]): Rule {
  return { name, priority, code: "TOOL_BLOCKED_BY_MODE", judge: judgeCall, examples: [] };
}

function chainWith(name: string): Rule[] {
  return CHAIN.filter((it) => it.name === name);
}
