import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeProject, type Project } from "./bench/project.ts";
import { openRpc, runJson, runPrint, type UiAnswer } from "./bench/rpc.ts";
import { hasTmux, openTmux } from "./bench/tmux.ts";

// What we rely on in pi's own program, as it is started by people and by other programs.

describe("who can be asked", () => {
  const probe = `
    export default function (pi) {
      const note = (line) => require("node:fs").appendFileSync(process.env.PROBE_LOG, line + "\\n");
      pi.registerFlag("plan", { type: "boolean", default: false });
      pi.on("session_start", (event, ctx) => note(["start", event.reason, ctx.mode, ctx.hasUI, pi.getFlag("plan")].join(" ")));
      pi.on("session_shutdown", (event) => note("shutdown " + event.reason));
      pi.on("input", (event) => note("input " + event.source));
      pi.registerCommand("ask", { handler: async (_args, ctx) => {
        const chosen = await ctx.ui.select("Which?", ["a", "b"]);
        const sure = await ctx.ui.confirm("Sure?", "Really");
        const typed = await ctx.ui.input("Name");
        const custom = await ctx.ui.custom(() => ({ render: () => [], invalidate() {} }));
        note(["asked", chosen, sure, typed, custom].join(" "));
      } });
    }`;
  const probed = async <Ran>(
    run: (options: { extensions: string[]; env: Record<string, string>; project: Project }) => Promise<Ran>,
  ) => {
    const project = makeProject();
    const file = join(project.root, "probe.ts");
    writeFileSync(
      file,
      `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\n${probe}`,
    );
    const log = join(project.root, "log");
    const ran = await run({ extensions: [file], env: { PROBE_LOG: log }, project });
    return { ran, log: () => readFileSync(log, "utf8").trimEnd().split("\n") };
  };

  it("in the real program: only in the terminal and over rpc; a quit is heard by extensions, a kill is not", async () => {
    const script = [{ text: "Hello back." }];
    const [print, json, rpc, killed] = await Promise.all([
      probed((options) => runPrint(["/ask", "hello"], { ...options, script, args: ["--plan"] })),
      probed((options) => runJson(["hello"], { ...options, script })),
      probed(async (options) => {
        const answers: Record<string, UiAnswer> = {
          select: { value: "b" },
          confirm: { confirmed: true },
          input: { value: "typed" },
        };
        const opened = await openRpc({ ...options, script, answer: ({ method }) => answers[method] });
        await opened.send({ type: "prompt", message: "/ask" });
        await opened.prompt("hello");
        expect(await opened.quit()).toBe(0);
        return opened;
      }),
      probed(async (options) => {
        const opened = await openRpc({ ...options, script });
        await opened.prompt("hello");
        await opened.kill9();
      }),
    ]);
    expect([print.ran.code, print.ran.out]).toEqual([0, "Hello back.\n"]);
    // Nobody can be asked: every question is answered at once, with nothing.
    expect(print.log()).toEqual([
      "start startup print false true",
      "asked  false  ",
      "input interactive",
      "shutdown quit",
    ]);
    expect(json.ran.code).toBe(0);
    expect(json.ran.lines[0]).toMatchObject({ type: "session" });
    expect(json.ran.lines.at(-1)).toMatchObject({ type: "agent_settled" });
    expect(json.log()).toEqual(["start startup json false false", "input interactive", "shutdown quit"]);
    expect(rpc.ran.uiRequests.map(({ method }) => method)).toEqual(["select", "confirm", "input"]);
    expect(rpc.log()).toEqual(["start startup rpc true false", "asked b true typed ", "input rpc", "shutdown quit"]);
    expect(killed.log()).toEqual(["start startup rpc true false", "input rpc"]);
  });

  it.skipIf(!hasTmux)("in a real terminal: whoever sits there, before and after a kill", async () => {
    const { log } = await probed(async (options) => {
      const first = await openTmux({ ...options, script: [{ text: "Hello back." }, { text: "Welcome back." }] });
      await first.ready();
      first.type("hello");
      first.press("enter");
      await first.shows("Hello back.");
      first.resize(60, 20);
      first.type("/ask");
      first.press("enter");
      await first.shows("Which?");
      expect(
        Math.max(
          ...first
            .screen()
            .split("\n")
            .map((line) => line.length),
        ),
      ).toBe(60);
      await first.kill9();
      const second = await first.again({ args: ["-c"] });
      await second.ready();
      await second.shows("Hello back.");
      second.type("hello again");
      second.press("enter");
      await second.shows("Welcome back.");
      second.press("ctrl+d");
      expect(await second.left()).toBe(0);
    });
    expect(log()).toEqual([
      "start startup tui true false",
      "input interactive",
      "start startup tui true false",
      "input interactive",
      "shutdown quit",
    ]);
  });

  it("in a program that does not start, because two extensions have a flag or an early tool of the same name: nobody", async () => {
    const { ran } = await probed(async ({ extensions, ...options }) => {
      const other = join(options.project.root, "other.ts");
      writeFileSync(other, `export default (pi) => pi.registerFlag("plan", { type: "boolean", default: false });`);
      return runPrint(["hello"], { ...options, extensions: [...extensions, other], script: [{ text: "Hello back." }] });
    });
    expect(ran.code).toBe(1);
    expect(ran.err).toContain('Flag "--plan" conflicts with');
  });
});
