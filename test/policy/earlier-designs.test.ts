import { describe, expect, it } from "vitest";
import { detectIntent } from "../../src/policy/intent.ts";
import { judge } from "../../src/policy/judge.ts";
import { standingOf } from "../../src/policy/offered-tool.ts";
import { planningPrompt } from "../../src/policy/prompts.ts";
import { KNOWN_TOOLS } from "../../src/policy/tools/known-tools.ts";
import { bash, call, executing, planning, situation } from "./situation.ts";

describe("a command line of the earlier designs, while planning", () => {
  it.each([
    "cat a.txt",
    "ls -la",
    "find . -name '*.ts'",
    "grep -rn TODO src",
    "head -n 5 a.txt",
    "tail -n 5 a.txt",
    "tree -L 2",
    "wc -l a.txt",
    "diff a.txt b.txt",
    "file a.txt",
    "stat a.txt",
  ])("may look: %s", (command) => {
    expect(judge(bash(command), planning())).toMatchObject({ verdict: "allow" });
  });

  it.each([
    ["file mutations", "rm a", "mv a b", "cp a b", "mkdir a", "rmdir a", "touch a", "ln -s a b"],
    ["rights", "chmod +x a", "chown ann a", "install -m 755 a b", "mktemp"],
    ["redirections", "echo x > a", "echo x >> a", "cat <<< x >| a", "ls &> a", ": <> a"],
    ["package managers", "pip install x", "npm install", "yarn add x", "cargo build", "apt install x", "pacman -S x"],
    ["git", "git push", "git commit -m x", "git checkout x", "git reset", "git merge x", "git rebase x", "git stash"],
    ["editors", "nano a", "vim a", "vi a", "sed -i s/a/b/ c", "ls | tee a"],
  ])("may not change anything: %s", (_, ...commands) => {
    for (const command of commands) {
      expect(judge(bash(command), planning()), command).toMatchObject({ verdict: "deny", code: "SHELL_NOT_READ_ONLY" });
    }
  });

  it("is not there at all with the shell off", () => {
    const off = planning({ settings: { shell: "off" } });
    expect(judge(bash("ls"), off)).toMatchObject({ verdict: "deny", code: "SHELL_OFF" });
  });
});

describe("the tools a host offers a model", () => {
  const offered = KNOWN_TOOLS.filter(({ source }) => source === "pi").map(({ name }) => ({ tool: name, source: "pi" }));
  const names = (standing: string, at = planning()) =>
    offered.filter((tool) => standingOf(tool, at) === standing).map(({ tool }) => tool);

  it("can be filtered before each answer of the model: reading while planning, all of them outside", () => {
    expect(names("free")).toEqual(["read", "grep", "find", "ls"]);
    expect(names("commands")).toEqual(["bash"]);
    expect(names("forbidden")).toEqual(["edit", "write"]);
    expect(names("free", situation())).toHaveLength(offered.length);
    expect(names("free", executing({}, { settings: { scope: "full" } }))).toHaveLength(offered.length);
  });

  it("are those of the step while executing, less those it denies", () => {
    expect(names("free", executing({ tools: ["read", "edit"], denied_tools: ["edit"] }))).toEqual(["read"]);
  });

  it("are judged all the same when a model calls one it was not offered", () => {
    expect(judge(call("write", { path: "a" }, "pi"), planning()).verdict).toBe("deny");
    expect(judge(call("imagined", {}), planning())).toMatchObject({ verdict: "deny", code: "UNKNOWN_TOOL" });
  });

  it("are asked about while planning as they are outside of it", () => {
    const claim = { tool: "lookup", input: {}, readOnlyHint: true };
    expect(judge(claim, planning())).toMatchObject({ verdict: "confirm" });
    expect(judge(claim, planning({ settings: { tool_ignore: ["lookup"] } }))).toMatchObject({ verdict: "allow" });
  });
});

describe("a guarded tool", () => {
  const at = (guarded: "log" | "block", activePlan = false) =>
    judge(call("gmail_send", {}), situation({ activePlan, settings: { guardedTools: ["gmail_send"], guarded } }));

  it("is refused with a way out that is there: it names only tools that the agent has", () => {
    const tools = { gmail_send: { category: "read" } } as const;
    const settings = { guardedTools: ["gmail_send"], guarded: "block", tools } as const;
    const named = (mode: "none" | "planning", planTools: string[]) => {
      const { hint = "" } = judge(call("gmail_send", {}), situation({ mode, settings, facts: { planTools } }));
      return hint.match(/[a-z]+_[a-z_]+/g) ?? [];
    };
    expect(named("none", [])).toEqual([]);
    expect(named("none", ["enter_plan_mode"])).toEqual(["enter_plan_mode"]);
    expect(named("none", ["plan_list", "plan_get"])).toEqual(["plan_list"]);
    expect(named("planning", [])).toEqual([]);
    expect(named("planning", ["plan_list", "submit_plan"])).toEqual(["submit_plan"]);
    expect(named("planning", ["plan_propose"])).toEqual(["plan_propose"]);
    const timedOut = situation({ mode: "planning", readOnly: "Planning timed out.", settings });
    expect(judge(call("gmail_send", {}), timedOut).hint).toBe("Planning timed out.");
  });

  it("without an approved plan is blocked, with the way to a plan, or only noted", () => {
    expect(at("block")).toMatchObject({ verdict: "deny", code: "PLAN_NEEDED" });
    expect(at("block").hint).toMatch(/plan/);
    expect(at("log")).toMatchObject({ verdict: "allow" });
    expect(at("log").rulings).toMatchObject([{ rule: "guarded-tools", says: "note", code: "PLAN_NEEDED" }]);
    expect(at("block", true)).toMatchObject({ verdict: "allow" });
  });
});

describe("the words that the designs name as consent", () => {
  it.each([
    "开始执行",
    "按这个计划做",
    "可以改代码了",
    "直接实现",
    "go ahead",
    "proceed",
    "implement it",
  ])("are: %s", (text) => expect(detectIntent(text)).toMatchObject({ intent: "EXECUTE_NOW" }));
});

describe("the planning prompt", () => {
  it("is a block of text that stays the same from turn to turn, for the host to place", () => {
    const offered = [{ tool: "read", source: "pi" }];
    expect(planningPrompt(planning(), offered)).toBe(planningPrompt(planning(), offered));
    expect(planningPrompt(planning(), offered)).not.toMatch(/\d{4}-\d\d-\d\d/);
  });
});
