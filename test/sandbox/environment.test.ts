import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { agentEnvironment } from "../../src/sandbox/environment.ts";

const MODES = ["planning", "executing"] as const;

let project: string;
beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), "countersign-env-")));
  mkdirSync(join(project, "bin"));
  symlinkSync(join(project, "bin"), `${project}-link`);
});
afterAll(() => {
  rmSync(project, { recursive: true });
  rmSync(`${project}-link`);
});

describe.each(MODES)("the environment of an agent's commands while %s", (mode) => {
  const clean = (env: NodeJS.ProcessEnv, more = {}) => agentEnvironment(env, { mode, project, ...more });

  it.each([
    ...["COUNTERSIGN_HOME", "COUNTERSIGN_APPROVER_TOKEN", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "OPENAI_API_KEY"],
    ...["GROQ_API_KEY", "MY_OWN_API_KEY", "SOME_APIKEY", "GITHUB_TOKEN", "GH_TOKEN", "NPM_TOKEN", "DISCORD_TOKEN"],
    ...[
      "AWS_SECRET_ACCESS_KEY",
      "AWS_PROFILE",
      "GOOGLE_APPLICATION_CREDENTIALS",
      "DB_PASSWORD",
      "DB_PASS",
      "MY_SECRET",
    ],
    ...["SECRET_KEY_BASE", "APP_SECRETS", "SLACK_WEBHOOK_URL", "SENTRY_DSN", "VAULT_ADDR", "my_token"],
    ...["TMUX_PANE", "KITTY_LISTEN_ON", "WEZTERM_UNIX_SOCKET", "ZELLIJ", "ZELLIJ_SESSION_NAME", "SWAYSOCK", "NVIM"],
    ...["BASH_ENV", "ENV", "BASH_FUNC_ls%%", "LD_PRELOAD", "LD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES", "GIT_DIR"],
    ...[
      "GIT_EXTERNAL_DIFF",
      "GIT_SSH_COMMAND",
      "GIT_TRACE",
      "MANPAGER",
      "BAT_PAGER",
      "LESSOPEN",
      "LESSCLOSE",
      "EDITOR",
    ],
    ...["NODE_OPTIONS", "PYTHONPATH", "PYTHONSTARTUP", "PERL5LIB", "PERL5OPT", "RUBYOPT", "RIPGREP_CONFIG_PATH"],
    ...["TAR_OPTIONS", "MAKEFLAGS", "GCONV_PATH", "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS", "DOCKER_HOST"],
    ...["KUBECONFIG", "SHELLOPTS", "PS4", "PROMPT_COMMAND", "CDPATH", "XAUTHORITY", "JAVA_TOOL_OPTIONS", "a b", "x.y"],
  ])("has no %s", (name) => {
    expect(clean({ [name]: "VALUE" })[name]).toBeUndefined();
  });

  it("has no address with a password, and no function in disguise", () => {
    const env = clean({
      DATABASE_URL: "postgres://me:pass@db/x",
      SHOP: "https://x:y@example.org",
      F: "() { echo x; }",
    });
    expect([env["DATABASE_URL"], env["SHOP"], env["F"]]).toEqual([undefined, undefined, undefined]);
  });

  it("keeps what is harmless, and what somebody wants kept, but nothing of ours", () => {
    const env = clean(
      {
        HOME: "/home/a",
        LANG: "C.UTF-8",
        LC_ALL: "C",
        TZ: "UTC",
        TERM: "xterm",
        NPM_TOKEN: "x",
        COUNTERSIGN_HOME: "/x",
      },
      { keep: ["NPM_TOKEN", "COUNTERSIGN_HOME"] },
    );
    expect(env).toMatchObject({
      HOME: "/home/a",
      LANG: "C.UTF-8",
      LC_ALL: "C",
      TZ: "UTC",
      TERM: "xterm",
      NPM_TOKEN: "x",
    });
    expect(env["COUNTERSIGN_HOME"]).toBeUndefined();
  });

  it("finds programs only in absolute directories outside the project", () => {
    const path = [".", "", "bin", project, `${project}/bin`, `${project}-link`, "/usr/bin", "/opt/x"].join(":");
    expect(clean({ PATH: path })["PATH"]).toBe("/usr/bin:/opt/x");
    expect(clean({})["PATH"]).toBe("/usr/local/bin:/usr/bin:/bin");
  });

  it("says that it is an agent's, keeps SHLVL, and opens no pager and no prompt", () => {
    expect(clean({}, { agent: "a1" })).toMatchObject({
      COUNTERSIGN_AGENT: "a1",
      SHLVL: "1",
      PAGER: "cat",
      GIT_PAGER: "cat",
      GIT_TERMINAL_PROMPT: "0",
    });
    expect(clean({ COUNTERSIGN_AGENT: "", SHLVL: "3" })).toMatchObject({ COUNTERSIGN_AGENT: "1", SHLVL: "3" });
  });

  it("tells git to run nothing a repository configured", () => {
    const env = clean({ GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "core.fsmonitor", GIT_CONFIG_VALUE_0: "/evil" });
    const settings = Array.from({ length: Number(env["GIT_CONFIG_COUNT"]) }, (_, index) => [
      env[`GIT_CONFIG_KEY_${index}`],
      env[`GIT_CONFIG_VALUE_${index}`],
    ]);
    expect(settings).toContainEqual(["core.fsmonitor", "false"]);
    expect(settings).toContainEqual(["core.pager", "cat"]);
    expect(settings.some(([key]) => key === "core.hooksPath")).toBe(mode === "planning");
  });
});

describe("programs that keep things", () => {
  it("keep them in the place for temporary files while planning, and fetch no other version of themselves", () => {
    const env = agentEnvironment({}, { mode: "planning", project, temp: "/tmp/private" });
    expect(env).toMatchObject({
      npm_config_cache: "/tmp/private/npm",
      GOTOOLCHAIN: "local",
      RUSTUP_AUTO_INSTALL: "0",
    });
  });

  it("are as somebody set them up while executing", () => {
    const env = agentEnvironment({}, { mode: "executing", project, temp: "/tmp/private" });
    expect(Object.keys(env).filter((name) => /^(?:npm_|GOTOOLCHAIN|RUSTUP_)/.test(name))).toEqual([]);
    expect(agentEnvironment({}, { mode: "planning", project })["npm_config_cache"]).toBeUndefined();
  });
});

describe("what is not known", () => {
  it("is left out while planning, and kept while executing", () => {
    const env = { MY_SETTING: "1", GIT_AUTHOR_NAME: "A", PWD: "/x" };
    expect(agentEnvironment(env, { mode: "planning", project })["MY_SETTING"]).toBeUndefined();
    expect(agentEnvironment(env, { mode: "executing", project })).toMatchObject(env);
  });
});
