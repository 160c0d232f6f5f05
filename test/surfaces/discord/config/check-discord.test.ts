import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applicationOf, takeToken } from "../../../../src/surfaces/discord/config/bot-token.ts";
import { inviteLink } from "../../../../src/surfaces/discord/config/invite-link.ts";
import { installLine, missingParts, PARTS } from "../../../../src/surfaces/discord/config/optional-parts.ts";
import { checkText } from "../../../../src/surfaces/discord/main.ts";
import { ConfigBench, ID, TOKEN } from "./bench.ts";

const plain = { green: String, yellow: String, red: String, dim: String };
const kindsOf = (problems: readonly { severity: string; kind: string }[]) =>
  problems.map(({ severity, kind }) => `${severity} ${kind}`);

describe("the check", () => {
  it("finds nothing wrong where nothing is, says what it cannot see, and gives the invite link", () => {
    const bench = new ConfigBench();
    const checked = bench.check({ agents: [bench.agent()] });
    expect(checked).toMatchObject({ ok: true, problems: [], token: TOKEN, invite: inviteLink(ID(99)) });
    const text = checkText(checked, plain);
    expect(text).toContain(`ok     agent backend: channel ${ID(1)}, ${bench.project}, profile developer`);
    expect(text).toContain(`listens to user:${ID(2)}, its plans are approved by role:${ID(3)}\n`);
    expect(text).toContain("Message Content Intent must be on");
    expect(text).toContain(`https://discord.com/developers/applications/${ID(99)}/bot`);
    expect(text).toContain(`\n${inviteLink(ID(99))}\n`);
    expect(text).not.toContain(TOKEN.slice(-20));
  });

  it("refuses a token that others can read, and one that is not there", () => {
    const bench = new ConfigBench();
    chmodSync(bench.tokenFile, 0o640);
    const open = bench.check({ agents: [bench.agent()] });
    expect([open.ok, kindsOf(open.problems)]).toEqual([false, ["error token_exposed"]]);
    expect(open.problems[0]?.hint).toBe(`chmod 600 ${bench.tokenFile}`);
    rmSync(bench.tokenFile);
    const gone = bench.check({ agents: [bench.agent()] });
    expect([gone.ok, kindsOf(gone.problems), gone.invite]).toEqual([false, ["error no_token"], undefined]);
  });

  it("refuses a token, a configuration or a home that an agent works beside, also behind a link", () => {
    const bench = new ConfigBench();
    const inside = join(bench.project, "t");
    writeFileSync(inside, TOKEN, { mode: 0o600 });
    const check = (directory: string, more = {}) => {
      const { ok, problems } = bench.check({ agents: [bench.agent({ directory })], ...more });
      return [ok, ...kindsOf(problems)];
    };
    expect(check(bench.project, { token_file: inside })).toEqual([
      false,
      "error exposed_to_agent",
      "warning readable_token",
    ]);
    const link = join(bench.root, "link");
    symlinkSync(bench.project, link);
    expect(check(link, { token_file: inside })).toContain("error exposed_to_agent");
    expect(check(bench.root).filter((kind) => kind === "error exposed_to_agent")).toHaveLength(3);
    // A part of a project is as good as all of it.
    mkdirSync(join(bench.root, ".pi"));
    mkdirSync(join(bench.root, ".git"));
    expect(check(bench.project)).toContain("error exposed_to_agent");
    rmSync(join(bench.root, ".git"), { recursive: true });
    rmSync(join(bench.root, ".pi"), { recursive: true });
    const within = join(bench.home.directory, "x");
    mkdirSync(within);
    expect(check(within)).toContain("error secret_directory");
    expect(check(join(bench.root, "nowhere"))).toEqual([false, "error no_directory"]);
  });

  it("warns of a token outside our own directory, which agents can read", () => {
    const bench = new ConfigBench();
    const outside = join(bench.root, "t");
    writeFileSync(outside, TOKEN, { mode: 0o600 });
    const { ok, problems } = bench.check({ token_file: outside, agents: [bench.agent()] });
    expect([ok, kindsOf(problems)]).toEqual([true, ["warning readable_token"]]);
  });

  it("warns where everybody could sign, or have commands run", () => {
    const bench = new ConfigBench();
    const check = (more: object) => kindsOf(bench.check({ agents: [bench.agent(more)] }).problems);
    expect(check({ approvers: undefined })).toEqual(["warning anyone_signs"]);
    expect(check({ approvers: "anyone" })).toEqual(["warning anyone_signs"]);
    expect(check({ talk: "anyone" })).toEqual(["warning anyone_talks"]);
    expect(check({ talk: "anyone", profile: "reader" })).toEqual([]);
    writeFileSync(bench.home.config, JSON.stringify({ approvers: ["ana"], persons: { ana: ["terminal:ana"] } }));
    expect(check({ approvers: undefined })).toEqual(["warning nobody_signs_here"]);
    writeFileSync(bench.home.config, JSON.stringify({ approvers: ["ana"], persons: { ana: [`discord:${ID(1)}`] } }));
    expect(check({ approvers: undefined })).toEqual([]);
  });

  it("finds what keeps an agent's desk from acting: a wrong plans.json, said once", () => {
    const bench = new ConfigBench();
    writeFileSync(bench.home.config, '{ "levl": 1 }');
    const { ok, problems } = bench.check({ agents: [bench.agent(), bench.agent({ channel: ID(4), name: "b" })] });
    expect([ok, kindsOf(problems)]).toEqual([false, ["error unknown_key"]]);
    expect(problems[0]).toMatchObject({ file: bench.home.config });
  });
});

describe("the token", () => {
  it("is taken out of the environment, also when it is not needed or nothing else is right", () => {
    const bench = new ConfigBench();
    bench.env["DISCORD_TOKEN"] = ` Bot ${TOKEN}\n`;
    const checked = bench.check({ agents: [bench.agent()] });
    expect(checked).toMatchObject({ ok: true, token: TOKEN, problems: [{ kind: "token_in_environment" }] });
    expect(bench.env).not.toHaveProperty("DISCORD_TOKEN");
    bench.env["DISCORD_TOKEN"] = TOKEN;
    expect(bench.check("{").ok).toBe(false);
    expect(bench.env).not.toHaveProperty("DISCORD_TOKEN");
  });

  it("that looks like something else is minded", () => {
    const { problems, token } = takeToken("/nowhere", { DISCORD_TOKEN: "a-client-secret" });
    expect(token).toBe("a-client-secret");
    expect(problems.map(({ kind }) => kind)).toContain("odd_token");
    expect(JSON.stringify(problems)).not.toContain("a-client-secret");
  });

  it("that does not tell the application leaves no invite link, and what to do about it", () => {
    const bench = new ConfigBench();
    writeFileSync(bench.tokenFile, `${"x".repeat(24)}.abcdef.${"x".repeat(38)}`);
    const text = () => checkText(bench.check({ agents: [bench.agent()] }), plain);
    expect(text()).toContain("there is no invite link");
    expect(text()).not.toContain("To add the bot to a server");
    const { invite, checks } = bench.check({ application_id: ID(98), agents: [bench.agent()] });
    expect(invite).toBe(inviteLink(ID(98)));
    expect(checks.map(({ what }) => what).join()).not.toContain("no invite link");
  });

  it("tells the application's id, if it is one", () => {
    expect(applicationOf(TOKEN)).toBe(ID(99));
    expect(applicationOf("abc.def.ghi")).toBeUndefined();
  });
});

describe("the invite link", () => {
  it("asks for a bot with commands, and for no more permissions than it uses", () => {
    const query = new URL(inviteLink(ID(1))).searchParams;
    expect([query.get("client_id"), query.get("scope")]).toEqual([ID(1), "bot applications.commands"]);
    const bits = BigInt(query.get("permissions") ?? 0);
    const set = Array.from({ length: 64 }, (_, bit) => bit).filter((bit) => (bits >> BigInt(bit)) & 1n);
    // To see channels, send, embed, attach, read older messages; to send in threads.
    expect(set).toEqual([10, 11, 14, 15, 16, 38]);
  });
});

describe("the parts that are installed apart", () => {
  it("keep the bot from starting only where the client is missing; the line that installs them is told", () => {
    const bench = new ConfigBench();
    const config = { agents: [bench.agent()] };
    expect(bench.check(config, "@resvg/resvg-wasm").ok).toBe(true);
    const { ok, checks } = bench.check(config, "discord.js");
    expect(ok).toBe(false);
    const hint = expect.stringContaining(installLine());
    expect(checks).toContainEqual({
      result: "bad",
      what: expect.stringContaining("discord.js, for the connection to Discord, is not installed"),
      hint,
    });
    const several = bench.check(config, "discord.js", "@resvg/resvg-wasm").checks;
    expect(several.filter(({ hint: told }) => told?.includes(installLine()))).toHaveLength(1);
  });

  it("are named in the versions that we test with", () => {
    const { devDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"),
    );
    // Only the Discord of tests needs that one by itself.
    const parts = Object.keys(peerDependenciesMeta).filter((name) => name !== "ws");
    expect(Object.keys(PARTS).sort()).toEqual(parts.sort());
    for (const [name, { version }] of Object.entries(PARTS)) expect(version, name).toBe(devDependencies[name]);
    expect(installLine()).toMatch(/^npm install discord\.js@14\.27\.0 /);
    expect(missingParts()).toEqual([]);
  });
});
