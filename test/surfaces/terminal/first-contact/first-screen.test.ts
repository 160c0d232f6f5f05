import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OpenAiServer } from "../../../../testing/openai-server.ts";
import { afterTest } from "../../../agent/bench/after-test.ts";
import { makeProject } from "../../../agent/bench/project.ts";
import { hasTmux, openTmux, type TmuxTerminal } from "../../../agent/bench/tmux.ts";
import { root } from "../../../made-once.ts";

// `countersign` as a person meets it first: the real program, in a terminal of the smallest size.

const program: [string, string] = [process.execPath, join(root, "bin/countersign.js")];

/** With a model: the scripted one. Without: pi has no settings at all. */
async function open(how: { model: boolean; git?: boolean; args?: string[]; columns?: number; rows?: number }) {
  const { model, git = true, columns = 60, rows = 20, args = [] } = how;
  const project = makeProject({ git, files: { "a.txt": "one\n" } });
  const agentDir = join(project.root, "new-agent");
  mkdirSync(agentDir);
  const env = model ? {} : { PI_CODING_AGENT_DIR: agentDir };
  const terminal = await openTmux({ project, program, columns, rows, args, env });
  await terminal.ready();
  return { ...terminal, agentDir };
}

/** A server that pi does not know yet. */
async function server() {
  const started = await OpenAiServer.start();
  afterTest(() => started.close());
  return started;
}

async function connect(terminal: TmuxTerminal, address: string): Promise<void> {
  await terminal.shows("? Countersign has no model yet");
  await keys(terminal, "3");
  const asked = await terminal.shows(/Another address|The server's address/);
  if (!asked.includes("The server's address")) terminal.press("a");
  await terminal.shows("The server's address");
  await typed(terminal, address);
}

/** A dialog takes no key in its first moment. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 500));

async function keys(terminal: TmuxTerminal, ...pressed: string[]): Promise<void> {
  await aMoment();
  terminal.press(...pressed);
}

async function typed(terminal: TmuxTerminal, text: string): Promise<void> {
  await aMoment();
  terminal.type(text);
  await terminal.shows(text);
  terminal.press("enter");
}

describe.skipIf(!hasTmux)("the first screen of countersign", () => {
  it("has its name, the mode and how to begin, in a repository and outside of one, until the agent begins", async () => {
    const terminal = await open({ model: true, columns: 80, rows: 40 });
    const screen = await terminal.shows("Countersign · plan mode is off · /plan <goal> begins");
    expect(screen).toContain("Countersign: plan mode, on pi");
    expect(screen).not.toMatch(/Pi can explain|no git repository|\/plan connect/);
    terminal.server.says({ text: "Hello back." });
    terminal.type("hello");
    terminal.press("enter");
    await terminal.shows("Hello back.");
    expect(terminal.screen()).not.toContain("/plan <goal> begins");
    const outside = await open({ model: true, git: false, columns: 80, rows: 40 });
    await outside.shows("This directory is in no git repository");
  });

  it("names at its end the command that resumes the session with plan mode, beside pi's own", async () => {
    const terminal = await open({ model: true, columns: 80, rows: 40 });
    terminal.server.says({ text: "Hello back." });
    terminal.type("hello");
    terminal.press("enter");
    await terminal.shows("Hello back.");
    terminal.type("/quit");
    terminal.press("enter");
    await terminal.left();
    const [, session = "none"] = /^With plan mode: countersign (--session [\w-]{36})$/m.exec(terminal.screen()) ?? [];
    expect(terminal.screen()).toContain(`pi ${session}`);
    const resumed = await terminal.again({ args: session.split(" ") });
    await resumed.shows("Hello back.");
    await resumed.shows(/Countersign/);
  });

  it("says that plan mode is on where it is", async () => {
    const terminal = await open({ model: true, args: ["--plan"], columns: 80, rows: 40 });
    await terminal.shows("Plan mode is on: the agent only reads until you approve a plan.");
    expect(terminal.screen()).not.toContain("plan mode is off");
  });

  it("leads to pi's login, and returns the goal once there is a model", async () => {
    const terminal = await open({ model: false });
    await terminal.shows("? Countersign has no model yet");
    await keys(terminal, "escape");
    await terminal.hides("? Countersign has no model yet");
    terminal.type("/plan fix the bug");
    terminal.press("enter");
    await terminal.shows("? Countersign has no model yet");
    await keys(terminal, "1");
    await terminal.shows("Press Enter: /login asks");
    terminal.press("enter");
    await terminal.shows("Sign in with an API key");
    terminal.press("down", "enter");
    await terminal.hides("Sign in with an API key");
    terminal.type("groq");
    await terminal.shows("groq");
    terminal.press("enter");
    await terminal.shows(/API key/);
    terminal.type("gsk_1");
    terminal.press("enter");
    await terminal.shows("Saved API key for Groq");
    await terminal.shows(/^\/plan fix the bug$/m);
    await terminal.shows("/plan <goal> begins");
  });

  it("connects a server: a wrong address stays to be corrected, the model is stored, and what was typed is sent", async () => {
    const local = await server();
    const terminal = await open({ model: false });
    await terminal.shows("? Countersign has no model yet");
    await keys(terminal, "escape");
    await terminal.hides("? Countersign has no model yet");
    terminal.type("hello there");
    terminal.press("enter");
    local.says({ text: "Hello from your server." });
    await connect(terminal, "127.0.0.1:1");
    await terminal.shows("does not answer");
    await terminal.shows("127.0.0.1:1");
    await keys(terminal, "ctrl+u");
    await typed(terminal, local.url);
    await terminal.shows("Hello from your server.");
    const request = await local.request(1);
    expect(JSON.stringify(request.body.messages)).toContain("hello there");
    const { providers } = JSON.parse(readFileSync(join(terminal.agentDir, "models.json"), "utf8"));
    expect(Object.values(providers)).toMatchObject([{ baseUrl: local.url, models: [{ id: "scripted-1" }] }]);
  });

  it("keeps a sentence that a person without a model sent, whichever way they choose", async () => {
    const terminal = await open({ model: false });
    await terminal.shows("? Countersign has no model yet");
    await keys(terminal, "2");
    await terminal.shows("export ANTHROPIC_API_KEY=");
    terminal.type("what does this do?");
    terminal.press("enter");
    await terminal.shows("? Countersign has no model yet");
    await keys(terminal, "escape");
    await terminal.shows("what does this do?");
  });
});
