import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ID, TOKEN } from "../discord/config/bench.ts";
import { Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
  mkdirSync(bench.home, { mode: 0o700 });
});
afterEach(() => bench.remove());

/** From its sources: the program that most tests run has no bot beside it. */
function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const program = fileURLToPath(new URL("../../../bin/countersign.js", import.meta.url));
  const options = { cwd: bench.project, encoding: "utf8", env: { ...bench.env, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { code: status, out: stdout, err: stderr, json: args.includes("--json") ? JSON.parse(stdout) : undefined };
}

function configure(more: object = {}, file = join(bench.home, "discord.json")): void {
  const agent = { channel: ID(1), name: "a", directory: bench.project, talk: [`user:${ID(2)}`] };
  writeFileSync(file, JSON.stringify({ agents: [{ ...agent, approvers: [`role:${ID(3)}`], ...more }] }));
}

describe("discord --check", () => {
  it("tells that the bot can be started, with its invite link, and never the token", () => {
    configure();
    writeFileSync(join(bench.home, "discord-token"), TOKEN, { mode: 0o600 });
    const { code, out, err } = run(["discord", "--check"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("ok     agent a: channel");
    expect(out).toContain(`https://discord.com/oauth2/authorize?client_id=${ID(99)}&`);
    const { json } = run(["discord", "--check", "--json"]);
    expect(json).toMatchObject({ ok: true, problems: [], invite: expect.stringContaining(ID(99)) });
    expect(Object.keys(json).sort()).toEqual(["checks", "invite", "ok", "problems"]);
    expect(out + JSON.stringify(json)).not.toContain(TOKEN.slice(-10));
  });

  it("ends with 1 and all that is wrong, in the file that was named", () => {
    const file = join(bench.root, "other.json");
    configure({ channel: "general", profile: "x" }, file);
    const { code, out } = run(["discord", "--config", file, "--check"]);
    expect(code).toBe(1);
    expect(out.match(/^WRONG {2}\S*other\.json:1:\d+: /gm)).toHaveLength(2);
    expect(run(["discord", "--check", "--json"]).json).toMatchObject({
      ok: false,
      problems: [{ kind: "no_configuration" }],
    });
  });
});

describe("discord", () => {
  it("does not start while something is wrong, and says what on standard error", () => {
    configure();
    const { code, out, err } = run(["discord"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^WRONG {2}there is no token/);
  });

  it("is not for an agent, and has no answer in JSON", () => {
    configure();
    expect(run(["discord"], { COUNTERSIGN_AGENT: "pi-1" })).toMatchObject({
      code: 1,
      err: expect.stringContaining("An agent started this shell"),
    });
    expect(run(["discord", "--json"])).toMatchObject({ code: 2, json: { error: { kind: "usage" } } });
  });
});
