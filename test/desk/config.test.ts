import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { generated } from "../../scripts/write-schemas.ts";
import { KEYS } from "../../src/desk/config/keys.ts";
import { readJson } from "../../src/desk/config/read-json.ts";
import { type ConfigKey, loadConfig, projectConfigFile, settingOf } from "../../src/desk/config.ts";
import { runs } from "../runs.ts";

let root: string;
let userFile: string;
let projectFile: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "countersign-config-"));
  userFile = join(root, "user.json");
  projectFile = projectConfigFile(root);
  mkdirSync(join(root, ".pi"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function load(project?: unknown, user?: unknown) {
  for (const [file, content] of [
    [projectFile, project],
    [userFile, user],
  ] as const) {
    if (content !== undefined) writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  return loadConfig({ projectDir: root, userFile });
}

function kinds(loaded: ReturnType<typeof load>): string[] {
  return loaded.problems.map(({ kind, path }) => `${kind} ${path ?? ""}`.trim());
}

describe("the settings of two files", () => {
  it("are the defaults of the designs when there is no file", () => {
    const { config, problems, sources } = load();
    expect(problems).toEqual([]);
    expect(config).toEqual({
      enabled: true,
      level: "enforce",
      web: { address: "" },
      shell: "read-only",
      sandbox: "auto",
      planning: { network: false, reveal: [] },
      executing: { network: true },
      shell_allow: [],
      tools: {},
      capabilities: {},
      scope: "step",
      yolo: false,
      tool_ignore: [],
      guardedTools: [],
      guarded: "block",
      approvers: { from: "anyone", quorum: 1, exclude_requester: false },
      persons: {},
      auto_enter: "ask",
      intent_approval: "confirm",
      auto_run: false,
      write_plan_md: false,
      tool_aliases: [],
      notify: { command: [], url: "", terminal: "desktop" },
      execution: "subagent",
      max_parallel_steps: 1,
      max_parallel_plans: 1,
      on_failure: "stop",
      on_interrupted: "ask",
      step_timeout_minutes: 30,
      verify_timeout_minutes: 10,
      max_turns: 50,
      budget: { tokens: 0, cost: 0, minutes: 0 },
      snapshots: true,
      max_context_tokens: 100_000,
      review_timeout_minutes: 0,
      gathering_idle_minutes: 60,
      decision_timeout_seconds: 0,
      executor_timeout_minutes: 30,
      stale_after_days: 30,
      retention_days: 90,
      enable_persistence: true,
    });
    expect(new Set(Object.values(sources))).toEqual(new Set(["default"]));
  });

  it("are the project's over the user's over the defaults, and say where each comes from", () => {
    const { config, sources, problems } = load(
      { $schema: "x", stale_after_days: 7 },
      { stale_after_days: 60, retention_days: 10 },
    );
    expect(problems).toEqual([]);
    expect([config.stale_after_days, config.retention_days, config.gathering_idle_minutes]).toEqual([7, 10, 60]);
    expect([sources.stale_after_days, sources.retention_days, sources.gathering_idle_minutes]).toEqual([
      "project",
      "user",
      "default",
    ]);
  });

  it("are never shared between two loads", () => {
    load().config.tool_ignore.push("bash");
    load().config.approvers.quorum = 0;
    expect(load().config.tool_ignore).toEqual([]);
    expect(load().config.approvers.quorum).toBe(1);
  });

  it("let the user set every key", () => {
    const user = {
      level: "prompt",
      shell: "off",
      sandbox: "off",
      scope: "full",
      yolo: true,
      enabled: false,
      auto_run: true,
      tool_ignore: ["bash"],
      persons: { ana: ["discord:1234", "terminal:ana"] },
      planning: { network: true, reveal: ["~/.ssh/known_hosts", "/etc/pki"] },
      executing: { network: false },
      shell_allow: ["make -n *", "terraform show *", "./bin/report"],
      tools: { mcp__jira__search: { category: "search", source: "jira" } },
      guarded: "log",
      auto_enter: "always",
      intent_approval: "on",
      write_plan_md: true,
      tool_aliases: ["present_plan", "plan_reject"],
      notify: { command: ["notify-send", "a plan waits"], url: "https://example.org/hook?token=1" },
    };
    const { config, problems } = load(undefined, user);
    expect(problems).toEqual([]);
    expect(config).toMatchObject(user);
  });
});

describe("a project can tighten its guard, never loosen it:", () => {
  const orders = Object.entries(KEYS).flatMap(([key, row]) =>
    "loosestFirst" in row ? [{ key, order: row.loosestFirst as readonly unknown[] }] : [],
  );

  /** As it is written in a file. */
  const written = (key: string, value: unknown): object => {
    const [outer = "", inner] = key.split(".");
    return { [outer]: inner === undefined ? value : { [inner]: value } };
  };

  it("every value of every ordered key against every other", () => {
    expect(orders.map(({ key }) => key).sort()).toEqual(
      [
        ...["auto_run", "enabled", "executing.network", "guarded", "level", "planning.network", "sandbox", "scope"],
        ...["intent_approval", "shell", "yolo", "execution", "on_failure", "on_interrupted", "snapshots"],
      ].sort(),
    );
    for (const { key, order } of orders) {
      for (const [had, user] of order.entries()) {
        for (const [wished, project] of order.entries()) {
          const loaded = load(written(key, project), written(key, user));
          expect(settingOf(loaded.config, key as ConfigKey)).toBe(order[Math.max(had, wished)]);
          expect(kinds(loaded)).toEqual(wished < had ? [`looser_than_user ${key}`] : []);
        }
      }
    }
  });

  it("without a user's file the defaults are what it cannot loosen", () => {
    const { config, problems, sources } = load({ level: "prompt", sandbox: "require" });
    expect([config.level, config.sandbox]).toEqual(["enforce", "require"]);
    expect([sources.level, sources.sandbox]).toEqual(["default", "project"]);
    expect(problems).toEqual([
      {
        severity: "error",
        kind: "looser_than_user",
        message: 'level: "prompt" is looser than what is in force, and a project can only tighten it',
        hint: `only ${userFile} can loosen it`,
        path: "level",
        line: 1,
        column: 2,
        file: projectFile,
      },
    ]);
  });

  it.each([
    ["budget.tokens", 1000, 2000],
    ["budget.cost", 0.5, 1.5],
    ["budget.minutes", 10, 20],
    ["step_timeout_minutes", 10, 20],
    ["max_turns", 10, 20],
  ] as const)("it lowers %s and cannot raise it; zero is no limit", (key, less, more) => {
    const inForce = (project: number, user: number) => {
      const loaded = load(written(key, project), written(key, user));
      return [settingOf(loaded.config, key), ...kinds(loaded)];
    };
    expect(inForce(less, more)).toEqual([less]);
    expect(inForce(more, less)).toEqual([less, `looser_than_user ${key}`]);
    expect(inForce(less, less)).toEqual([less]);
    expect(inForce(less, 0)).toEqual([less]);
    expect(inForce(0, less)).toEqual([less, `looser_than_user ${key}`]);
  });

  it("it has no word on what a capability stands for", () => {
    const user = { capabilities: { odoo: { tools: ["odoo_read"] } } };
    const loaded = load({ capabilities: { odoo: { tools: ["bash"] }, read: { commands: ["rm *"] } } }, user);
    expect([loaded.config.capabilities, kinds(loaded)]).toEqual([user.capabilities, ["user_only capabilities"]]);
  });

  it("it adds guarded tools and does not have to repeat the user's", () => {
    const { config, problems } = load(
      { guardedTools: ["gmail_send", "odoo_create"] },
      { guardedTools: ["odoo_create"] },
    );
    expect([config.guardedTools, problems]).toEqual([["odoo_create", "gmail_send"], []]);
  });

  it("it removes ignored tools and cannot add one", () => {
    const loaded = load({ tool_ignore: ["read", "bash"] }, { tool_ignore: ["read", "edit"] });
    expect([loaded.config.tool_ignore, kinds(loaded)]).toEqual([["read"], ["looser_than_user tool_ignore"]]);
    expect(load({ tool_ignore: [] }, { tool_ignore: ["read"] }).config.tool_ignore).toEqual([]);
  });

  it("a part of an object it does not mention stays, and says where it comes from", () => {
    const loaded = load({ planning: { network: false } }, { planning: { network: true, reveal: ["~/.aws"] } });
    expect(loaded.config.planning).toEqual({ network: false, reveal: ["~/.aws"] });
    expect([loaded.sources["planning.network"], loaded.sources["planning.reveal"]]).toEqual(["project", "user"]);
    expect(load({ planning: { network: true } }, {}).problems).toMatchObject([
      {
        path: "planning.network",
        message: "planning.network: true is looser than what is in force, and a project can only tighten it",
        line: 1,
        column: 14,
      },
    ]);
  });

  it("it reveals no credential and teaches no command, but takes them away", () => {
    const user = { planning: { reveal: ["~/.aws", "~/.kube"] }, shell_allow: ["make -n *", "just --list"] };
    const loaded = load({ planning: { reveal: ["~/.kube", "~/.ssh"] }, shell_allow: ["make *", "just --list"] }, user);
    expect([loaded.config.planning.reveal, loaded.config.shell_allow]).toEqual([["~/.kube"], ["just --list"]]);
    expect(kinds(loaded)).toEqual(["looser_than_user planning.reveal", "looser_than_user shell_allow"]);
  });

  it("it cannot say what a tool does", () => {
    const loaded = load({ tools: { deploy: "read" } }, { tools: { deploy: "execute" } });
    expect(loaded.config.tools).toEqual({ deploy: { category: "execute" } });
    expect(kinds(loaded)).toEqual(["user_only tools"]);
  });

  it("it names no program and no address for us to call", () => {
    const loaded = load({ notify: { command: ["./steal.sh"] } }, { notify: { url: "http://localhost:1/" } });
    expect(loaded.config.notify).toEqual({ command: [], url: "http://localhost:1/", terminal: "desktop" });
    expect(kinds(loaded)).toEqual(["user_only notify.command"]);
  });

  it("it cannot say who is who", () => {
    const loaded = load({ persons: { ana: ["discord:666"] } }, { persons: { ana: ["discord:1"] } });
    expect(loaded.config.persons).toEqual({ ana: ["discord:1"] });
    expect(kinds(loaded)).toEqual(["user_only persons"]);
  });
});

describe("a setting that cannot be read gives an agent nothing:", () => {
  const ordered = Object.entries(KEYS).flatMap(([key, row]) =>
    "loosestFirst" in row ? [[key, row.loosestFirst[0], row.loosestFirst.at(-1)] as const] : [],
  );
  const nested = (key: string, value: unknown): object => {
    const [outer = "", inner] = key.split(".");
    return { [outer]: inner === undefined ? value : { [inner]: value } };
  };

  it.each(ordered)("%s is not %j but %j, in a project and for its user", (key, loosest, tightest) => {
    const inForce = (project: unknown, user: unknown) => {
      rmSync(projectFile, { force: true });
      rmSync(userFile, { force: true });
      return settingOf(load(project, user).config, key as ConfigKey);
    };
    const [user, wrong] = [nested(key, loosest), nested(key, "wrogn")];
    expect(inForce(wrong, user)).toBe(tightest);
    expect(inForce(undefined, wrong)).toBe(tightest);
    expect(inForce("{", user)).toBe(tightest);
    expect(inForce("[]", user)).toBe(tightest);
    const json = JSON.stringify(user);
    expect(inForce(`{${JSON.stringify(nested(key, tightest)).slice(1, -1)},${json.slice(1)}`, user)).toBe(tightest);
  });

  it("a project that wants fewer exceptions and cannot say which has none", () => {
    const user = { tool_ignore: ["read"], shell_allow: ["mytool show *"], planning: { reveal: ["~/.aws"] } };
    for (const project of [
      { tool_ignore: "", shell_allow: 7, planning: { reveal: null } },
      "{",
      { tool_ignored: [], shell_alow: [], planing: {} },
    ]) {
      const { tool_ignore, shell_allow, planning } = load(project, user).config;
      expect([tool_ignore, shell_allow, planning.reveal]).toEqual([[], [], []]);
    }
  });

  it.each([
    { guardedTools: ["write", "git log"] },
    { guardedTools: "write" },
    { guarded_tools: ["write"] },
    '{"guardedTools": ["write"], "guardedTools": []}',
    '{"guardedTools": ["write"]',
  ])("guarded tools are unclear: %j", (written) => {
    expect(load(written).unclear).toContain("guardedTools");
    rmSync(projectFile);
    expect(load(undefined, written).unclear).toContain("guardedTools");
  });

  it("what is only looser, or of no weight, leaves the rest as it is", () => {
    expect(load({ yolo: true, stale_afer_days: 1 }, { sandbox: "off", shell_allow: ["mytool show *"] })).toMatchObject({
      config: { sandbox: "off", shell_allow: ["mytool show *"] },
      unclear: new Set(["stale_after_days"]),
    });
  });
});

describe("approvers", () => {
  const base = { from: "anyone", quorum: 1, exclude_requester: false };

  it.each([
    ["anyone", base],
    ["requester", { ...base, from: "requester" }],
    [["ana", "discord:1234", "role:lead", "ana"], { ...base, from: ["ana", "discord:1234", "role:lead"] }],
    [{ quorum: 2 }, { ...base, quorum: 2 }],
    [
      { from: ["role:lead"], quorum: 3, exclude_requester: true },
      { from: ["role:lead"], quorum: 3, exclude_requester: true },
    ],
  ])("written as %j are understood", (written, approvers) => {
    const { config, problems } = load(undefined, { approvers: written });
    expect([config.approvers, problems]).toEqual([approvers, []]);
  });

  it.each([
    // user, project, from in force, problems
    ["anyone", ["ana"], ["ana"], 0],
    ["anyone", "requester", "requester", 0],
    ["requester", "requester", "requester", 0],
    ["requester", ["ana"], "requester", 1],
    ["requester", "anyone", "requester", 1],
    [["ana", "bob"], ["bob"], ["bob"], 0],
    [["ana", "bob"], ["bob", "eve"], ["bob"], 1],
    [["ana", "bob"], ["eve"], ["ana", "bob"], 1],
    [["ana", "bob"], "requester", ["ana", "bob"], 1],
    [["ana", "bob"], "anyone", ["ana", "bob"], 1],
  ] as const)("of the user %j and the project %j are %j", (user, project, from, problems) => {
    const loaded = load({ approvers: project }, { approvers: user });
    expect(loaded.config.approvers).toEqual({ ...base, from });
    expect(kinds(loaded)).toEqual(Array(problems).fill("looser_than_user approvers"));
  });

  it("are combined part by part, and a part that is not mentioned stays", () => {
    const user = { from: ["ana", "bob", "eve"], quorum: 2, exclude_requester: true };
    expect(load({ approvers: ["ana", "bob"] }, { approvers: user }).config.approvers).toEqual({
      ...user,
      from: ["ana", "bob"],
    });
    expect(load({ approvers: { quorum: 3 } }, { approvers: user }).config.approvers).toEqual({ ...user, quorum: 3 });
    const loosened = load({ approvers: { quorum: 1, exclude_requester: false } }, { approvers: user });
    expect(loosened.config.approvers).toEqual(user);
    expect(loosened.sources.approvers).toBe("user");
    expect(kinds(loosened)).toEqual(["looser_than_user approvers", "looser_than_user approvers"]);
  });

  it.each([
    [undefined, { from: ["ana"], quorum: 2 }],
    [undefined, { from: "requester", exclude_requester: true }],
    [undefined, { from: "requester", quorum: 2 }],
    [["ana"], { from: ["ana", "bob"], quorum: 2 }],
  ])("under whom nobody could ever countersign are refused: project %j, user %j", (project, user) => {
    const loaded = load(project && { approvers: project }, { approvers: user });
    expect(kinds(loaded)).toEqual(["no_approval_possible approvers"]);
    expect(loaded.config.approvers).toEqual(project === undefined ? base : { ...base, ...user });
  });

  it("with a role can be any number", () => {
    expect(load(undefined, { approvers: { from: ["role:lead"], quorum: 2 } }).problems).toEqual([]);
  });

  it("never become looser than the user's, whatever a project writes", () => {
    const from = fc.oneof(
      fc.constantFrom("anyone", "requester"),
      fc.subarray(["ana", "bob", "role:lead"], { minLength: 1 }),
    );
    const approvers = fc.record(
      { from, quorum: fc.integer({ min: 1, max: 3 }), exclude_requester: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(approvers, approvers, (user, project) => {
        rmSync(projectFile, { force: true });
        const had = load(undefined, { approvers: user }).config.approvers;
        const now = load({ approvers: project }).config.approvers;
        expect(now.quorum).toBeGreaterThanOrEqual(had.quorum);
        expect(now.exclude_requester || !had.exclude_requester).toBe(true);
        if (had.from === "requester") expect(now.from).toBe("requester");
        if (Array.isArray(had.from)) expect(had.from).toEqual(expect.arrayContaining([...now.from]));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("what is wrong in a file is reported with its place and what was meant:", () => {
  it.each([
    [{ stale_afer_days: 1 }, "unknown_key", "stale_afer_days", 'did you mean "stale_after_days"?'],
    [{ guarded_tools: [] }, "unknown_key", "guarded_tools", 'did you mean "guardedTools"?'],
    [{ level: "enforced" }, "wrong_value", "level", 'did you mean "enforce"?'],
    [{ stale_after_days: "30" }, "wrong_type", "stale_after_days", "write 30 without quotes"],
    [{ yolo: "false" }, "wrong_type", "yolo", "write false without quotes"],
    [{ guardedTools: "bash" }, "wrong_type", "guardedTools", 'write ["bash"]'],
    [{ guardedTools: [7] }, "wrong_type", "guardedTools[0]", undefined],
    [{ max_parallel_steps: 0 }, "wrong_value", "max_parallel_steps", undefined],
    [{ stale_after_days: 1.5 }, "wrong_type", "stale_after_days", undefined],
    [{ stale_after_days: null }, "wrong_type", "stale_after_days", undefined],
    [{ approvers: "anyon" }, "wrong_value", "approvers", 'did you mean "anyone"?'],
    [{ approvers: "discord:1234" }, "wrong_value", "approvers", 'write ["discord:1234"] for a list'],
    [{ approvers: [] }, "wrong_value", "approvers", undefined],
    [{ approvers: { quorom: 2 } }, "unknown_key", "approvers.quorom", 'did you mean "quorum"?'],
    [{ approvers: { quorum: 0 } }, "wrong_value", "approvers.quorum", undefined],
    [{ planning: true }, "wrong_type", "planning", undefined],
    [{ planning: { netwrok: true } }, "unknown_key", "planning.netwrok", 'did you mean "network"?'],
    [{ planning: { network: "true" } }, "wrong_type", "planning.network", "write true without quotes"],
    [
      { planning: { reveal: ["../key"] } },
      "wrong_value",
      "planning.reveal[0]",
      'an absolute path, or one that starts with "~/"',
    ],
    [{ executing: { reveal: [] } }, "unknown_key", "executing.reveal", undefined],
    [{ "planning.network": true }, "unknown_key", '["planning.network"]', 'write "planning": { "network": … }'],
    [{ tools: ["x"] }, "wrong_type", "tools", undefined],
    [{ auto_enter: "alway" }, "wrong_value", "auto_enter", 'did you mean "always"?'],
    [{ tool_aliases: ["plan_aprove"] }, "wrong_value", "tool_aliases[0]", 'did you mean "plan_approve"?'],
    [{ notify: { comand: ["x"] } }, "unknown_key", "notify.comand", 'did you mean "command"?'],
    [{ notify: { command: "notify-send x" } }, "wrong_type", "notify.command", 'write ["notify-send x"]'],
    [
      { notify: { url: "file:///etc/passwd" } },
      "wrong_value",
      "notify.url",
      'an address that starts with "https://" or "http://"',
    ],
    [{ tools: { x: "raed" } }, "wrong_value", "tools.x", 'did you mean "read"?'],
    [{ tools: { x: "other" } }, "wrong_value", "tools.x", undefined],
    [{ tools: { x: { source: "jira" } } }, "missing_key", "tools.x", undefined],
    [{ tools: { x: { category: "read", sorce: "y" } } }, "unknown_key", "tools.x.sorce", 'did you mean "source"?'],
    [{ tools: { "x y": "read" } }, "wrong_value", 'tools["x y"]', "the name of a tool has no spaces"],
    [{ capabilities: ["x"] }, "wrong_type", "capabilities", undefined],
    [{ capabilities: { x: "bash" } }, "wrong_type", "capabilities.x", undefined],
    [{ capabilities: { x: { tool: ["y"] } } }, "unknown_key", "capabilities.x.tool", 'did you mean "tools"?'],
    [{ capabilities: { "x y": { tools: ["z"] } } }, "wrong_value", 'capabilities["x y"]', "write it without spaces"],
    [{ capabilities: { x: {} } }, "wrong_value", "capabilities.x", undefined],
    [{ capabilities: { x: { tools: [] } } }, "wrong_value", "capabilities.x", undefined],
    [{ budget: { token: 5 } }, "unknown_key", "budget.token", 'did you mean "tokens"?'],
    [{ budget: { cost: -1 } }, "wrong_value", "budget.cost", undefined],
    [{ execution: "sessoin" }, "wrong_value", "execution", 'did you mean "session"?'],
    [{ persons: { ana: "discord:1" } }, "wrong_type", "persons.ana", undefined],
    [{ persons: { "a:b": [] } }, "wrong_value", 'persons["a:b"]', "a name has no colon and no spaces"],
  ])("%j", (user, kind, path, hint) => {
    const { config, problems } = load(undefined, user);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ severity: "error", kind, path, file: userFile, line: 1 });
    if (hint !== undefined) expect(problems[0]?.hint).toBe(hint);
    expect(config).toEqual(loadConfig({ projectDir: root, userFile: join(root, "none") }).config);
  });

  it.each([
    ...["", "*", "* -n", "-n", "make  -n", " make", "make ", "make\n-n", "make;ls", "make && ls", "make|ls", "make >x"],
    ...["make $X", "make `x`", "make (x)", "make 'x'", 'make "x"', "make \\x", "make {a,b}", "make #x", "X=1 make"],
    ...["make \u0000", "make \u202Ex", "~/x", "!x", "make\tx", "m*ke x", "make [a-z]", "make x?"],
  ])("a taught command that is not one command of plain words: %j", (pattern) => {
    const { config, problems } = load(undefined, { shell_allow: ["make -n *", pattern] });
    expect(problems).toMatchObject([{ path: "shell_allow[1]", hint: expect.stringContaining("plain words") }]);
    expect(config.shell_allow).toEqual(["make -n *"]);
    const capable = load(undefined, { capabilities: { x: { commands: [pattern] } } });
    expect(capable.problems).toMatchObject([
      { path: "capabilities.x.commands[0]", hint: expect.stringContaining("plain words") },
    ]);
    expect(capable.config.capabilities).toEqual({});
  });

  it.each([
    ["guardedTools", ["write", "git log", 7], ["write"], "wrong_value guardedTools[1]", "wrong_type guardedTools[2]"],
    ["tool_ignore", ["read", "a b"], ["read"], "wrong_value tool_ignore[1]"],
    ["shell_allow", ["mytool show *", ""], ["mytool show *"], "wrong_value shell_allow[1]"],
    ["planning.reveal", ["~/.aws", "../key"], ["~/.aws"], "wrong_value planning.reveal[1]"],
    ["tool_aliases", ["plan_propose", "plan_aprove"], ["plan_propose"], "wrong_value tool_aliases[1]"],
    ["tools", { a: "write", b: "raed" }, { a: { category: "write" } }, "wrong_value tools.b"],
    ["capabilities", { a: { tools: ["x"] }, b: {} }, { a: { tools: ["x"] } }, "wrong_value capabilities.b"],
    [
      "persons",
      { ana: ["x:1", "1234"], bob: "x:2" },
      { ana: ["x:1"] },
      "wrong_value persons.ana[1]",
      "wrong_type persons.bob",
    ],
    ["persons", { ana: ["role:lead"] }, { ana: [] }, "wrong_value persons.ana[0]"],
    ["persons", { a: ["x:1"], b: ["x:2", "x:1"] }, { a: ["x:1"], b: ["x:2"] }, "shared_account persons.b[1]"],
    ["approvers", ["ana", "b o b"], { from: ["ana"], quorum: 1, exclude_requester: false }, "wrong_value approvers[1]"],
    // Of a program, what remains would be another one.
    ["notify.command", ["tell", 7], [], "wrong_type notify.command[1]"],
  ])("entries of %s, and the right ones hold: %j", (key, value, kept, ...wrong) => {
    const [outer = "", inner] = key.split(".");
    const loaded = load(undefined, { [outer]: inner === undefined ? value : { [inner]: value } });
    expect(settingOf(loaded.config, key as ConfigKey)).toEqual(kept);
    expect(kinds(loaded)).toEqual(wrong);
    expect([...loaded.unclear]).toEqual([key]);
  });

  it("a capability named like a part of every object is one like others", () => {
    const { capabilities } = load(undefined, '{"capabilities": {"__proto__": {"tools": ["x"]}}}').config;
    expect(Object.entries(capabilities)).toEqual([["__proto__", { tools: ["x"] }]]);
    expect(capabilities["constructor"]).toBeUndefined();
  });

  it("a tool named like a part of every object is a tool like others", () => {
    const { tools } = load(undefined, '{"tools": {"__proto__": "read", "mcp__x": "write"}}').config;
    expect(Object.entries(tools)).toEqual([
      ["__proto__", { category: "read" }],
      ["mcp__x", { category: "write" }],
    ]);
    expect(tools["constructor"]).toBeUndefined();
  });

  it("persistence cannot be switched off", () => {
    const { config, problems } = load({ enable_persistence: false });
    expect(config.enable_persistence).toBe(true);
    expect(problems[0]?.hint).toContain("there is no plan without a file");
  });

  it("all at once, in lines and columns, and the right settings hold", () => {
    const { config, problems } = load(
      '{\n  "levle": 1,\n  "retention_days": 5,\n  "level": "log", "level": "enforce"\n}',
    );
    expect(problems.map(({ kind, line, column }) => [kind, line, column])).toEqual([
      ["repeated_key", 4, 19],
      ["unknown_key", 2, 3],
    ]);
    expect(config.retention_days).toBe(5);
  });

  it.each([
    ['{\n  "yolo": true,\n}', 3, 1, "comma before a closing bracket"],
    ['{ // note\n  "yolo": true }', 1, 3, "no comments"],
    ['{ "yolo": true', 1, 15, "the file ends"],
    ["{ 'yolo': true }", 1, 3, "double quotes"],
    ['{ "yolo": tru }', 1, 11, "a value is missing"],
    ['{ "yolo" true }', 1, 10, '":" is missing'],
    ['{ "yolo": true } x', 1, 18, "nothing more may follow"],
    ["", 1, 1, "the file ends"],
    ["[".repeat(100_000), 1, 34, "nested too deeply"],
  ])("a file that is not JSON: %.40j", (text, line, column, reason) => {
    const { config, problems } = load(text, { retention_days: 5 });
    expect(problems).toEqual([
      {
        severity: "error",
        kind: "config_syntax",
        message: expect.stringContaining(reason),
        line,
        column,
        file: projectFile,
      },
    ]);
    expect(config.retention_days).toBe(5);
    expect(kinds(load("{}", text))).toEqual(["config_syntax"]);
  });

  it("a file that holds no object", () => {
    expect(kinds(load("[]"))).toEqual(["wrong_type"]);
  });

  it("keys that mean something to JavaScript mean nothing here", () => {
    const text = '{"__proto__": {"yolo": true}, "constructor": 1, "toString": 2, "approvers": {"__proto__": 1}}';
    const loaded = load(text);
    expect(kinds(loaded)).toEqual([
      "unknown_key __proto__",
      "unknown_key constructor",
      "unknown_key toString",
      "unknown_key approvers.__proto__",
    ]);
    expect(loaded.config.yolo).toBe(false);
    const { persons } = load(undefined, '{"persons": {"__proto__": ["x:1"]}}').config;
    expect(Object.keys(persons)).toEqual(["__proto__"]);
    expect(persons.constructor).toBeUndefined();
  });

  it("text that would fool a terminal is spelled out", () => {
    const { problems } = load({ "le\u202Evel\u001B[2J": 1 });
    expect(problems[0]?.message).not.toMatch(/[\u202E\u001B]/);
  });
});

describe("a file that is no settings file is reported and does no harm:", () => {
  it("one that is too large", () => {
    expect(kinds(load(`{"x": "${"x".repeat(1_000_000)}"}`))).toEqual(["config_unreadable"]);
    expect(kinds(load(`{"x": "${"x".repeat(900_000)}"}`))).toEqual(["unknown_key x"]);
  });

  it("a directory, a device that never ends, a pipe nobody writes to", () => {
    mkdirSync(projectFile);
    symlinkSync("/dev/zero", userFile);
    expect(kinds(load())).toEqual(["config_unreadable", "config_unreadable"]);
    rmSync(userFile);
    execFileSync("sh", ["-c", 'mkfifo "$0"', userFile]);
    expect(kinds(load())).toEqual(["config_unreadable", "config_unreadable"]);
  });

  it("a link to somebody's secret shows nothing of it", () => {
    writeFileSync(join(root, "secret"), "hunter2 is the password");
    symlinkSync(join(root, "secret"), projectFile);
    const { problems } = load();
    expect(kinds({ ...load(), problems })).toEqual(["config_syntax"]);
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });
});

describe("readJson", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 2, "\t"), (text, indent) => {
        const written = JSON.stringify(JSON.parse(text), null, indent);
        const read = readJson(written);
        expect("value" in read && JSON.stringify(read.value)).toBe(JSON.stringify(JSON.parse(written)));
      }),
    );
  });

  it("refuses what JSON.parse refuses", () => {
    const marks = fc.constantFrom(..."{}[]:,\"\\ \n-+.0123eEtruefalsnu/'xA\u0001\u00A0\uFEFF");
    const text = fc.oneof(
      fc.array(marks, { maxLength: 12 }).map((list) => list.join("")),
      fc
        .tuple(fc.json({ maxDepth: 3 }), fc.nat(), marks, fc.nat(2))
        .map(
          ([json, at, mark, cut]) =>
            json.slice(0, at % (json.length + 1)) + mark + json.slice((at % (json.length + 1)) + cut),
        ),
    );
    fc.assert(
      fc.property(text, (json) => {
        // A byte order mark at the start is no mistake of the writer.
        const read = readJson(json);
        expect("value" in read, json).toBe(parses(json.replace(/^\uFEFF/, "")));
      }),
      { numRuns: runs(5_000) },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("what is generated from the shapes", () => {
  it.each(Object.entries(generated()))("%s is up to date (npm run schema)", (path, content) => {
    expect(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")).toBe(content);
  });

  it("lists exactly the settings there are, in the schema and in the documentation", () => {
    const schema = JSON.parse(generated()["schema/plans-config.json"] ?? "");
    const names = Object.entries<{ properties?: object }>(schema.properties).flatMap(([name, { properties }]) =>
      properties && name !== "approvers" ? Object.keys(properties).map((part) => `${name}.${part}`) : [name],
    );
    expect(names).toEqual(["$schema", ...Object.keys(KEYS)]);
    // Tables of other settings have no column for what a project may do with them.
    const row = /^\| `([\w.]+)` \| `[^|\n]*` \|[^|\n]+\|[^|\n]+\|/gm;
    const rows = [...(generated()["docs/configuration.md"] ?? "").matchAll(row)].map(([, key]) => key);
    expect(rows).toEqual(Object.keys(KEYS));
  });
});

describe("what a host says", () => {
  const host = (settings: Record<string, unknown>, project?: unknown, user?: unknown) => {
    load(project, user);
    return loadConfig({ projectDir: root, userFile, settings });
  };

  it("goes over the user's file, and is known as the host's", () => {
    const { config, sources, problems } = host({ stale_after_days: 7, planning: { network: true } }, undefined, {
      stale_after_days: 14,
      retention_days: 5,
    });
    expect(problems).toEqual([]);
    expect(config).toMatchObject({ stale_after_days: 7, retention_days: 5, planning: { network: true } });
    expect(sources).toMatchObject({ stale_after_days: "host", retention_days: "user", "planning.network": "host" });
  });

  it("is tightened by the project, and not loosened", () => {
    const approvers = { from: ["role:1", "discord:2"], quorum: 1 };
    const tighter = host({ approvers }, { approvers: ["discord:2"] });
    expect(tighter.config.approvers.from).toEqual(["discord:2"]);
    expect(tighter.sources.approvers).toBe("project");
    const looser = host({ approvers }, { approvers: "anyone" });
    expect(looser.config.approvers.from).toEqual(["role:1", "discord:2"]);
    expect(kinds(looser)).toEqual(["looser_than_user approvers"]);
    expect(looser.problems[0]?.file).toBe(projectFile);
  });

  it("is checked as a file is: what is wrong is named and not applied", () => {
    const loaded = host({ stale_after_day: 7, level: "enforced", scope: "plan", approvers: { quorum: 0 } });
    expect(kinds(loaded)).toEqual(["unknown_key stale_after_day", "wrong_value level", "wrong_value approvers.quorum"]);
    expect(loaded.problems.map(({ hint, file }) => [hint, file])).toEqual([
      ['did you mean "stale_after_days"?', "settings of the host"],
      ['did you mean "enforce"?', "settings of the host"],
      [undefined, "settings of the host"],
    ]);
    expect(loaded.config).toMatchObject({ level: "enforce", scope: "plan", stale_after_days: 30 });
  });
});
