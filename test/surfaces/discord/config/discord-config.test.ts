import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../../src/desk/config.ts";
import { loadDiscordConfig } from "../../../../src/surfaces/discord/config/discord-config.ts";
import { hostSettings } from "../../../../src/surfaces/discord/config/host-settings.ts";
import { mayTalk } from "../../../../src/surfaces/discord/member.ts";
import { ConfigBench, ID, TOKEN } from "./bench.ts";

describe("the configuration for Discord", () => {
  it("is read whole, with paths and profiles as they are meant", () => {
    const bench = new ConfigBench();
    const { config, problems } = bench.load({
      $schema: "x",
      token_file: "~/t",
      application_id: ID(7),
      profiles: { writer: { tools: ["read", "write"], settings: { scope: "plan" } } },
      agents: [
        bench.agent({ directory: "../project", model: "a/b", system_prompt: "Be kind.", start_in_plan_mode: true }),
        bench.agent({ channel: ID(5), name: "docs", talk: "anyone", profile: "writer", approvers: "requester" }),
        bench.agent({ channel: ID(6), name: "eyes", profile: "reader", approvers: undefined }),
      ],
    });
    expect(problems).toEqual([]);
    expect(config).toMatchObject({
      tokenFile: join(homedir(), "t"),
      applicationId: ID(7),
      agents: [
        {
          channel: ID(1),
          directory: bench.project,
          model: "a/b",
          systemPrompt: "Be kind.",
          startInPlanMode: true,
          talk: [`user:${ID(2)}`],
          approvers: { from: [`role:${ID(3)}`] },
          profile: { name: "developer", tools: expect.arrayContaining(["bash", "write"]) },
        },
        { talk: "anyone", approvers: { from: "requester" }, profile: { name: "writer", tools: ["read", "write"] } },
        { profile: { name: "reader", tools: expect.not.arrayContaining(["bash"]) } },
      ],
    });
    expect(config?.agents[2]).not.toHaveProperty("approvers");
  });

  it("is right as the documentation shows it", () => {
    const page = readFileSync(new URL("../../../../docs/configuration.md", import.meta.url), "utf8");
    const [, example = ""] = /## Discord\n[\s\S]*?```json\n([\s\S]*?)```/.exec(page) ?? [];
    expect(new ConfigBench().load(example)).toMatchObject({ problems: [], config: { agents: [{ name: "backend" }] } });
  });

  it("says how to write one where there is none", () => {
    const bench = new ConfigBench();
    const { problems, config } = loadDiscordConfig(bench.home);
    expect(config).toBeUndefined();
    expect(problems).toMatchObject([{ kind: "no_configuration", hint: expect.stringContaining('"agents"') }]);
    expect(loadDiscordConfig(bench.home, "/elsewhere.json").file).toBe("/elsewhere.json");
  });

  it("reports all problems at once, each with its path and the likely correction", () => {
    const bench = new ConfigBench();
    const { problems, config } = bench.load({
      agent: [],
      agents: [
        {
          channel: 1234567890,
          name: "a",
          directory: bench.project,
          talk: ["role:lead", "user:@ana", `discord:${ID(1)}`, ID(1), 5],
          approvers: { from: ["role:x"], quorum: "2", exclude: true },
          profile: "developper",
          settings: { levl: "enforce", scope: "plans", persons: {}, approvers: "anyone" },
        },
      ],
    });
    expect(config).toBeUndefined();
    expect(problems.map(({ kind, path, hint }) => [kind, path, hint?.slice(0, 34)])).toEqual([
      ["unknown_key", "agent", "known keys: agents, token_file, ap"],
      ["wrong_type", "agents[0].channel", "In Discord: User Settings → Advanc"],
      ["wrong_value", "agents[0].talk[0]", "In Discord: User Settings → Advanc"],
      ["wrong_value", "agents[0].talk[1]", "In Discord: User Settings → Advanc"],
      ["wrong_value", "agents[0].talk[2]", `write "user:${ID(1)}"`],
      ["wrong_value", "agents[0].talk[3]", `write "role:${ID(1)}" or "use`.slice(0, 34)],
      ["wrong_type", "agents[0].talk[4]", 'write "role:<id>" or "user:<id>", '],
      ["wrong_value", "agents[0].approvers.from[0]", "In Discord: User Settings → Advanc"],
      ["wrong_type", "agents[0].approvers.quorum", undefined],
      ["unknown_key", "agents[0].approvers.exclude", expect.any(String)],
      ["wrong_place", "agents[0].settings.persons", "it belongs to your plans.json: a p"],
      ["wrong_place", "agents[0].settings.approvers", 'write "approvers" beside "channel"'],
      ["unknown_key", "agents[0].settings.levl", 'did you mean "level"?'],
      ["wrong_value", "agents[0].settings.scope", 'did you mean "plan"?'],
      ["wrong_value", "agents[0].profile", 'did you mean "developer"?'],
    ]);
    expect(problems.every(({ line, column }) => line !== undefined && column !== undefined)).toBe(true);
  });

  it.each([
    ["{", ["config_syntax"]],
    ["[]", ["wrong_type"]],
    ["{}", ["missing_key"]],
    ['{ "agents": [] }', ["wrong_value agents"]],
    ['{ "agents": [5] }', ["wrong_type agents[0]"]],
    ['{ "agents": {}, "agents": {} }', ["repeated_key agents", "wrong_type agents"]],
  ])("is refused as %s", (text, kinds) => {
    expect(new ConfigBench().kinds(text)).toEqual(kinds);
  });

  it("has one agent for a channel, and no two of a name", () => {
    const bench = new ConfigBench();
    expect(
      bench.kinds({ agents: [bench.agent(), bench.agent({ name: "b" }), bench.agent({ channel: ID(9) })] }),
    ).toEqual(["repeated_channel agents[1].channel", "repeated_name agents[2].name"]);
  });

  it.each([
    ["token", { token: TOKEN }],
    ["token", { token: "short" }],
    ["bot_token", { bot_token: "short" }],
    ["token_file", { token_file: TOKEN }],
    ["agents[0].system_prompt", { agents: [{ system_prompt: `use ${TOKEN}` }] }],
    ["something", { something: TOKEN }],
  ])("never holds a token, not as %s, and no message repeats it", (path, more) => {
    const bench = new ConfigBench();
    const { problems, config } = bench.load({ agents: [bench.agent()], ...more });
    expect(config).toBeUndefined();
    expect(problems[0]).toMatchObject({
      kind: "token_in_config",
      path,
      hint: expect.stringContaining(bench.tokenFile),
    });
    expect(JSON.stringify(problems)).not.toContain(TOKEN.slice(0, 20));
  });

  it("refuses approvers of whom none could ever sign", () => {
    const bench = new ConfigBench();
    const kinds = (approvers: unknown) => bench.kinds({ agents: [bench.agent({ approvers })] });
    expect(kinds({ from: [`user:${ID(1)}`], quorum: 2 })).toEqual(["no_approval_possible agents[0].approvers"]);
    expect(kinds({ from: [`role:${ID(1)}`], quorum: 2 })).toEqual([]);
    expect(kinds(`role:${ID(1)}`)).toEqual(["wrong_value agents[0].approvers"]);
    expect(kinds([])).toEqual(["wrong_value agents[0].approvers"]);
  });
});

describe("who may talk to an agent", () => {
  it("is anyone, or a member with an account or a role of the list", () => {
    const talk = [`user:${ID(1)}`, `role:${ID(2)}`];
    expect(mayTalk("anyone", { id: ID(9), roles: [] })).toBe(true);
    expect(mayTalk(talk, { id: ID(1), roles: [] })).toBe(true);
    expect(mayTalk(talk, { id: ID(9), roles: [ID(8), ID(2)] })).toBe(true);
    // A role's id is not a user's.
    expect(mayTalk(talk, { id: ID(2), roles: [ID(1)] })).toBe(false);
  });
});

describe("the settings of an agent", () => {
  it("are those of the chat, the profile, and its own, over the user's file; its approvers are accounts of Discord", () => {
    const bench = new ConfigBench();
    writeFileSync(bench.home.config, JSON.stringify({ stale_after_days: 3, level: "log" }));
    const { config } = bench.load({
      profiles: { own: { tools: ["read"], settings: { scope: "plan", max_turns: 5, budget: { cost: 1 } } } },
      agents: [
        bench.agent({
          profile: "own",
          settings: { max_turns: 6, level: "enforce", budget: { tokens: 9 } },
          approvers: { from: [`user:${ID(4)}`, `role:${ID(5)}`], quorum: 2 },
        }),
      ],
    });
    const [agent] = config?.agents ?? [];
    if (agent === undefined) throw new Error("no agent");
    const {
      config: inForce,
      sources,
      problems,
    } = loadConfig({
      projectDir: agent.directory,
      userFile: bench.home.config,
      settings: hostSettings(agent, bench.home),
    });
    expect(problems).toEqual([]);
    expect(inForce).toMatchObject({
      review_timeout_minutes: 30,
      gathering_idle_minutes: 60,
      // The user has said so.
      stale_after_days: 3,
      level: "enforce",
      scope: "plan",
      max_turns: 6,
      budget: { cost: 1, tokens: 9 },
      approvers: { from: [`discord:${ID(4)}`, `role:${ID(5)}`], quorum: 2, exclude_requester: false },
    });
    expect(sources).toMatchObject({ stale_after_days: "user", level: "host", approvers: "host" });
  });
});
