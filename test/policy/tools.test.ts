import { describe, expect, it } from "vitest";
import { findTool } from "../../src/policy/find-tool.ts";
import { judge } from "../../src/policy/judge.ts";
import { PLANNING } from "../../src/policy/mode-policy.ts";
import { registerTools } from "../../src/policy/registry.ts";
import type { Category, Tool } from "../../src/policy/tool.ts";
import { KNOWN_TOOLS } from "../../src/policy/tools/known-tools.ts";
import { bash, call, planning } from "./situation.ts";

const verdict = (...args: Parameters<typeof judge>) => judge(...args).verdict;
const named = (source: string, ...categories: Category[]) =>
  KNOWN_TOOLS.filter((tool) => tool.source === source && categories.includes(tool.category)).map(({ name }) => name);

describe("tool metadata", () => {
  it("has name, category, risk, description and examples (R-003-35, R-003-36, R-003-37)", () => {
    for (const tool of KNOWN_TOOLS) {
      expect(tool.name).toMatch(/^\w+\*?$/);
      expect(["read", "search", "write", "execute", "other"]).toContain(tool.category);
      expect(["low", "medium", "high"]).toContain(tool.risk);
      expect(tool.description).not.toBe("");
    }
    expect(KNOWN_TOOLS.find(({ name }) => name === "bash")?.examples).not.toBeUndefined();
  });

  it("names every tool of a source once", () => {
    const ids = KNOWN_TOOLS.map(({ name, source }) => `${name}@${source}`);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("is what mode policies are about: each category is allowed or not (R-003-38)", () => {
    const { allowedCategories, disallowedCategories } = PLANNING;
    const all = ["execute", "other", "read", "search", "write"];
    expect([...allowedCategories, ...disallowedCategories].sort()).toEqual(all);
    expect(PLANNING.allowedCategories).toEqual(["read", "search"]);
  });

  it("knows tunacode's read-only, write and execute tools (R-001-17, R-001-18, R-001-19)", () => {
    expect(named("tunacode", "read", "search").sort()).toEqual(
      ["glob", "grep", "list_dir", "react", "read_file", "research_codebase", "todo_write", "web_fetch"].sort(),
    );
    expect(named("tunacode", "write")).toEqual(["write_file", "update_file"]);
    expect(named("tunacode", "execute")).toEqual(["bash"]);
  });
});

describe("while planning", () => {
  const chorus = (tool: string, input = {}) => verdict(call(tool, input, "chorus"), planning());

  it("view is allowed (R-000-75)", () => {
    expect(chorus("view", { path: "a.py" })).toBe("allow");
  });

  it("a reading shell command is allowed (R-000-76)", () => {
    expect(chorus("bash_execute", { command: "ls -la | head -3" })).toBe("allow");
  });

  it("a writing shell command is blocked (R-000-77)", () => {
    for (const command of ["rm a", "mkdir x", "echo x > y", "cat a | tee b"]) {
      expect(chorus("bash_execute", { command })).toBe("deny");
    }
  });

  it("create_file is blocked (R-000-78)", () => {
    expect(chorus("create_file", { path: "a" })).toBe("deny");
  });

  it("str_replace is blocked (R-000-79)", () => {
    expect(chorus("str_replace", { path: "a" })).toBe("deny");
  });

  it.each([
    "git_status",
    "git_commit",
    "git_log",
    "git_",
  ])("git tools are blocked, also those that look: %s (R-000-80)", (tool) => {
    expect(chorus(tool)).toBe("deny");
  });

  it("self-edit tools are blocked (R-000-81)", () => {
    expect(chorus("self_edit_prompt", { text: "x" })).toBe("deny");
  });

  it("ask_user is allowed (R-000-82)", () => {
    expect(verdict(call("ask_user", { question: "?" }, "countersign"), planning())).toBe("allow");
  });

  it("tunacode's write and execute tools are blocked with the shell off, and the others are not (R-001-38)", () => {
    const at = planning({ settings: { shell: "off" } });
    const say = (tool: string) => verdict(call(tool, { command: "ls" }, "tunacode"), at);
    expect(named("tunacode", "write", "execute").map(say)).toEqual(["deny", "deny", "deny"]);
    expect(new Set(named("tunacode", "read", "search").map(say))).toEqual(new Set(["allow"]));
  });

  it("a subagent may be started where its calls are judged, and nowhere else", () => {
    const plain = { description: "look", prompt: "find x", subagent_type: "Explore" };
    expect(verdict(call("Task", plain, "claude-code"), planning())).toBe("allow");
    expect(verdict(call("Agent", { ...plain, isolation: "worktree" }, "claude-code"), planning())).toBe("deny");
    expect(verdict(call("Agent", { ...plain, team_name: "x" }, "claude-code"), planning())).toBe("deny");
    expect(verdict(call("subagent", plain, "pi-subagents"), planning())).toBe("deny");
  });

  it("a running program may be looked at, and neither fed nor ended", () => {
    expect(verdict(call("write_stdin", { session_id: 1, chars: "" }, "codex"), planning())).toBe("allow");
    expect(verdict(call("write_stdin", { session_id: 1, chars: "\u0003" }, "codex"), planning())).toBe("deny");
    expect(verdict(call("BashOutput", { bash_id: "1" }, "claude-code"), planning())).toBe("allow");
    expect(verdict(call("KillShell", { shell_id: "1" }, "claude-code"), planning())).toBe("deny");
    expect(verdict(call("unified_exec", { input: ["ls"] }, "codex"), planning())).toBe("deny");
  });

  it.each([
    { shell: "python3" },
    { sandbox_permissions: "require_escalated" },
    { env: { PATH: "." } },
  ])("a command with %j is not understood", (more) => {
    expect(verdict(call("exec_command", { cmd: "pwd" }, "codex"), planning())).toBe("allow");
    expect(verdict(call("exec_command", { cmd: "pwd", ...more }, "codex"), planning())).toBe("deny");
  });

  it("skills and slash commands are blocked until the user says otherwise", () => {
    expect(verdict(call("Skill", { skill: "x" }, "claude-code"), planning())).toBe("deny");
    const said = planning({ settings: { tools: { Skill: { category: "read" } } } });
    expect(verdict(call("Skill", { skill: "x" }, "claude-code"), said)).toBe("allow");
  });
});

describe("a tool is known by name and source", () => {
  it("so that another extension's tool of a known name is unknown", () => {
    expect(findTool(call("read", {}, "pi"), KNOWN_TOOLS)?.source).toBe("pi");
    expect(findTool(call("read", {}, "evil"), KNOWN_TOOLS)).toBeUndefined();
    const { code, hint } = judge(call("read", {}, "evil"), planning());
    expect(code).toBe("UNKNOWN_TOOL");
    expect(hint).toContain('"tools": {"read": {"category": "read", "source": "evil"}}');
  });

  it("and families by the beginning of the name", () => {
    expect(findTool(call("git_push", {}, "chorus"), KNOWN_TOOLS)?.category).toBe("execute");
    expect(findTool(call("git_push", {}, "pi"), KNOWN_TOOLS)).toBeUndefined();
    expect(findTool(call("git", {}, "chorus"), KNOWN_TOOLS)).toBeUndefined();
  });

  const tool = (source: string, category: Category, more: Partial<Tool> = {}): Tool => {
    return { name: "run", source, category, risk: "low", description: "x", ...more };
  };

  it("and as the strictest of its name where the host does not say the source", () => {
    const both = registerTools(KNOWN_TOOLS, [
      tool("a", "read", { paths: ["x"] }),
      tool("b", "write", { paths: ["y"] }),
    ]);
    expect(findTool(call("run"), both)).toMatchObject({ category: "write", paths: ["x", "y"] });
    expect(findTool(call("run", {}, "a"), both)?.category).toBe("read");
    const shells = registerTools([], [tool("a", "execute", { command: "x" }), tool("b", "execute", { command: "y" })]);
    expect(findTool(call("run"), shells)?.category).toBe("other");
    const half = registerTools(
      [],
      [tool("a", "read", { fields: ["p", "q"] }), tool("b", "read", { fields: ["q", "r"] })],
    );
    expect(findTool(call("run"), half)?.fields).toEqual(["q"]);
  });

  it("and every tool that several hosts have for reading still reads where the source is not said", () => {
    const readers = KNOWN_TOOLS.filter(({ category }) => category === "read" || category === "search");
    const shared = readers.filter(({ name, source }) =>
      KNOWN_TOOLS.some((other) => other.name === name && other.source !== source),
    );
    const names = [...new Set(shared.map(({ name }) => name))];
    expect(names).toEqual(expect.arrayContaining(["grep", "read_file", "list_dir"]));
    const only = names.filter((name) => KNOWN_TOOLS.every((tool) => tool.name !== name || readers.includes(tool)));
    expect(only.filter((name) => verdict(call(name, { path: "a.txt" }), planning()) !== "allow")).toEqual([]);
  });

  it("and the shells of all hosts still run what only reads where the source is not said", () => {
    for (const name of ["bash", "Bash", "shell", "bash_execute"]) {
      expect(verdict(call(name, { command: "pwd" }), planning())).toBe("allow");
      expect(verdict(call(name, { command: "touch x" }), planning())).toBe("deny");
    }
  });

  it("and one that a host registers again is replaced", () => {
    const once = registerTools(KNOWN_TOOLS, [tool("a", "read")]);
    expect(registerTools(once, [tool("a", "write")]).filter(({ name }) => name === "run")).toEqual([
      tool("a", "write"),
    ]);
  });
});

describe("what the user says of a tool", () => {
  const say = (tools: Record<string, { category: Category; source?: string }>) => planning({ settings: { tools } });

  it("places one that nobody knows, by the very line that the denial names", () => {
    const { hint } = judge(call("mcp__docs__search"), planning());
    const line = /"tools": (\{.*\}) into/.exec(hint ?? "")?.[1] ?? "";
    expect(JSON.parse(line)).toEqual({ mcp__docs__search: "read" });
    expect(verdict(call("mcp__docs__search"), say({ mcp__docs__search: { category: "read" } }))).toBe("allow");
    expect(verdict(call("mcp__docs__search"), say({ mcp__docs__search: { category: "execute" } }))).toBe("deny");
  });

  it("can be about one source only", () => {
    const at = say({ read: { category: "read", source: "mine" } });
    expect(verdict(call("read", {}, "mine"), at)).toBe("allow");
    expect(verdict(call("read", {}, "evil"), at)).toBe("deny");
    expect(verdict(call("read", {}, "pi"), at)).toBe("allow");
  });

  it("makes a known tool stricter, and never looser", () => {
    expect(verdict(call("write", { path: "x" }, "pi"), say({ write: { category: "read" } }))).toBe("deny");
    expect(verdict(bash("rm x"), say({ bash: { category: "read" } }))).toBe("deny");
    expect(
      verdict(call("WebFetch", { url: "https://a" }, "claude-code"), say({ WebFetch: { category: "other" } })),
    ).toBe("deny");
  });

  it("is not found in what every object has", () => {
    expect(verdict(call("constructor"), planning())).toBe("deny");
    expect(verdict(call("__proto__"), planning())).toBe("deny");
  });
});
