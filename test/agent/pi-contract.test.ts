import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createBashToolDefinition, type ToolDefinition } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { isPi1 } from "../pi-under-test.ts";
import { lacks } from "../system-programs.ts";
import { extension, hands, tool } from "./bench/extension.ts";
import { calls, says, scriptModel } from "./bench/model.ts";
import { makeProject } from "./bench/project.ts";
import { startRuntime } from "./bench/runtime.ts";
import { openSession } from "./bench/session.ts";
import { openTerminal } from "./bench/terminal.ts";

// What we rely on in pi where tools are called, as sentences. When a new pi breaks one, the code that relies on it must change with it.

type Input = Record<string, unknown>;

/** What our own hook does with what it has judged. */
function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
}

const BUILT_IN: [string, Input, change: (input: Input) => void][] = [
  ["read", { path: "a.txt" }, (input) => Object.assign(input, { path: "secret.txt" })],
  ["bash", { command: "echo one" }, (input) => Object.assign(input, { command: "touch written" })],
  [
    "edit",
    { path: "a.txt", edits: [{ oldText: "alpha", newText: "beta" }] },
    (input) => Object.assign((input["edits"] as Input[])[0] ?? {}, { newText: "secret" }),
  ],
  ["write", { path: "b.txt", content: "one" }, (input) => Object.assign(input, { path: "written" })],
  ["grep", { pattern: "alpha" }, (input) => Object.assign(input, { pattern: "secret" })],
  ["find", { pattern: "*.txt" }, (input) => Object.assign(input, { pattern: "secret*" })],
  ["ls", { path: "." }, (input) => Object.assign(input, { path: ".." })],
];
const ALL = BUILT_IN.map(([name]) => name);
const FILES = { "a.txt": "alpha\n", "secret.txt": "secret\n" };

describe("a tool_call handler", () => {
  const callOnce = (name: string, args: Input) => [calls([name, args as never]), says("done")];

  it("that throws blocks the call, and the model reads its message", async () => {
    const { prompt, saw, project } = await openSession({
      extensions: [
        extension("guard", (pi) => {
          pi.on("tool_call", () => {
            throw new Error("the guard is broken");
          });
        }),
      ],
      responses: callOnce("write", { path: "b.txt", content: "x" }),
    });
    await prompt("go");
    expect(saw.results).toEqual([["write", true, "the guard is broken"]]);
    expect(project.has("b.txt")).toBe(false);
  });

  it("that rejects later blocks as well", async () => {
    const { prompt, saw } = await openSession({
      extensions: [
        extension("guard", (pi) => {
          pi.on("tool_call", async () => {
            await new Promise((resolve) => setImmediate(resolve));
            throw "not even an error";
          });
        }),
      ],
      responses: callOnce("ls", {}),
      tools: ["ls"],
    });
    await prompt("go");
    expect(saw.results).toEqual([["ls", true, "Extension failed, blocking execution: not even an error"]]);
  });

  it("that blocks gives the model its reason, character by character", async () => {
    const reason = "TOOL_BLOCKED_BY_MODE\n\n  <b>no</b> \u202e ünïcode `x`\t.\n";
    const { prompt, saw } = await openSession({
      extensions: [extension("guard", (pi) => void pi.on("tool_call", () => ({ block: true, reason })))],
      responses: callOnce("bash", { command: "true" }),
    });
    await prompt("go");
    expect(saw.results).toEqual([["bash", true, reason]]);
  });

  it("that blocks without a reason still blocks", async () => {
    const { prompt, saw } = await openSession({
      extensions: [extension("guard", (pi) => void pi.on("tool_call", () => ({ block: true })))],
      responses: callOnce("bash", { command: "true" }),
    });
    await prompt("go");
    expect(saw.results).toEqual([["bash", true, "Tool execution was blocked"]]);
  });

  it("is called in the order of the extensions, until the first that blocks", async () => {
    const heard: string[] = [];
    const guard = (name: string, block: boolean) =>
      extension(name, (pi) => {
        pi.on("tool_call", () => {
          heard.push(name);
          return block ? { block, reason: name } : undefined;
        });
      });
    const { prompt, saw } = await openSession({
      extensions: [guard("first", false), guard("second", true), guard("third", true)],
      responses: callOnce("bash", { command: "true" }),
    });
    await prompt("go");
    expect(heard).toEqual(["first", "second"]);
    expect(saw.results).toEqual([["bash", true, "second"]]);
  });

  it("of an extension that a host brings along comes after those of all files, and sees what they made of the call", async () => {
    const project = makeProject();
    const file = join(project.root, "first.ts");
    writeFileSync(file, `export default (pi) => pi.on("tool_call", ({ input }) => { input.command = "echo two"; });`);
    const judged: unknown[] = [];
    const { prompt, saw } = await openSession({
      project,
      extensionPaths: [file],
      extensions: [extension("ours", (pi) => void pi.on("tool_call", ({ input }) => void judged.push({ ...input })))],
      responses: callOnce("bash", { command: "echo one" }),
    });
    await prompt("go");
    expect(judged).toEqual([{ command: "echo two" }]);
    expect(saw.results).toEqual([["bash", false, "two\n"]]);
  });

  it("of a later extension cannot unblock", async () => {
    const { prompt, saw } = await openSession({
      extensions: [
        extension("guard", (pi) => void pi.on("tool_call", () => ({ block: true, reason: "no" }))),
        extension("other", (pi) => void pi.on("tool_call", () => ({ block: false }))),
      ],
      responses: callOnce("bash", { command: "true" }),
    });
    await prompt("go");
    expect(saw.results).toEqual([["bash", true, "no"]]);
  });

  it("is not asked about tools that are off or unknown, nor about arguments that do not fit: those never run", async () => {
    const heard: string[] = [];
    const { prompt, saw } = await openSession({
      extensions: [extension("guard", (pi) => void pi.on("tool_call", ({ toolName }) => void heard.push(toolName)))],
      responses: [calls(["write", {}], ["grep", { pattern: "x" }], ["nothing", {}]), says("done")],
    });
    await prompt("go");
    expect(heard).toEqual([]);
    expect(saw.results).toEqual([
      ["write", true, expect.stringContaining('Validation failed for tool "write"')],
      ["grep", true, "Tool grep not found"],
      ["nothing", true, "Tool nothing not found"],
    ]);
  });

  it("may end the run together with the refusal, if every call of the batch ends so", async () => {
    const { prompt, saw, session } = await openSession({
      extensions: [
        extension("guard", (pi) => void pi.on("tool_call", () => ({ block: true, reason: "stop", terminate: true }))),
      ],
      responses: [calls(["bash", { command: "true" }], ["read", { path: "a" }]), says("never said")],
    });
    await prompt("go");
    expect(saw.requests).toHaveLength(1);
    expect(session.messages.at(-1)?.role).toBe("toolResult");
  });

  it("is in force in a host that never binds the extensions, though such a session never starts for them", async () => {
    const model = scriptModel(callOnce("bash", { command: "true" }));
    let started = false;
    const guard = extension("guard", (pi) => {
      pi.on("session_start", () => {
        started = true;
      });
      pi.on("tool_call", () => ({ block: true, reason: "no" }));
    });
    const { session } = await startRuntime(makeProject(), model, { extensions: [guard] });
    await session.prompt("go");
    expect(model.saw.results).toEqual([["bash", true, "no"]]);
    expect(started).toBe(false);
    session.dispose();
  });
});

describe("the calls of one batch", () => {
  const order: string[] = [];
  const told = (more: Partial<ToolDefinition> = {}) =>
    extension("told", (pi) => {
      order.length = 0;
      for (const name of ["a", "b", "c"]) {
        pi.registerTool(
          tool(
            name,
            async () => {
              order.push(`start ${name}`);
              await new Promise((resolve) => setImmediate(resolve));
              order.push(`end ${name}`);
            },
            name === "b" ? more : {},
          ),
        );
      }
      pi.on("tool_call", async ({ toolName }) => {
        order.push(`hook ${toolName}`);
        await new Promise((resolve) => setImmediate(resolve));
      });
    });
  const batch = [calls(["a", {}], ["b", {}], ["c", {}]), says("done")];

  it("all pass their hooks, one after the other, before any of them runs", async () => {
    const { prompt } = await openSession({ extensions: [told()], responses: batch });
    await prompt("go");
    expect(order.slice(0, 6)).toEqual(["hook a", "hook b", "hook c", "start a", "start b", "start c"]);
  });

  it("are hooked and run one by one when one of the tools is sequential", async () => {
    const { prompt } = await openSession({ extensions: [told({ executionMode: "sequential" })], responses: batch });
    await prompt("go");
    expect(order).toEqual(["a", "b", "c"].flatMap((name) => [`hook ${name}`, `start ${name}`, `end ${name}`]));
  });

  it("so a mode that begins in the hook of one call holds for the next one, in both ways", async () => {
    for (const executionMode of ["parallel", "sequential"] as const) {
      let planning = false;
      const { prompt, saw, project } = await openSession({
        extensions: [
          extension("mode", (pi) => {
            pi.registerTool(tool("enter", undefined, { executionMode }));
            pi.on("tool_call", ({ toolName }) => {
              if (toolName === "enter") planning = true;
              else if (planning) return { block: true, reason: "planning" };
              return undefined;
            });
          }),
        ],
        responses: [calls(["enter", {}], ["write", { path: "b.txt", content: "x" }]), says("done")],
      });
      await prompt("go");
      expect(saw.results).toEqual([
        ["enter", false, "enter ran"],
        ["write", true, "planning"],
      ]);
      expect(project.has("b.txt")).toBe(false);
    }
  });

  it("do not end the run when only some of their results say so", async () => {
    const ends = extension("ends", (pi) => {
      pi.registerTool({ ...tool("end"), execute: async () => ({ content: [], details: undefined, terminate: true }) });
      pi.registerTool(tool("go_on"));
    });
    const alone = await openSession({ extensions: [ends], responses: [calls(["end", {}]), says("never said")] });
    await alone.prompt("go");
    expect(alone.saw.requests).toHaveLength(1);
    const together = await openSession({
      extensions: [ends],
      responses: [calls(["end", {}], ["go_on", {}]), says("said")],
    });
    await together.prompt("go");
    expect(together.saw.requests).toHaveLength(2);
  });
});

describe("the input of a call", () => {
  it("is the very object that the tool is given, and not the one in the transcript", async () => {
    let judged: unknown;
    let ran: unknown;
    const { prompt, session } = await openSession({
      extensions: [
        extension("look", (pi) => {
          pi.registerTool(
            tool("look", (params) => {
              ran = params;
            }),
          );
          pi.on("tool_call", ({ input }) => {
            judged = input;
          });
        }),
      ],
      responses: [calls(["look", { value: "x" }]), says("done")],
    });
    await prompt("go");
    expect(ran).toBe(judged);
    const written = session.messages
      .flatMap((message) => (message.role === "assistant" ? message.content : []))
      .flatMap((part) => (part.type === "toolCall" ? [part.arguments] : []));
    expect(written).toEqual([{ value: "x" }]);
    expect(written[0]).not.toBe(judged);
  });

  it("was validated and brought into shape before: numbers from text, and edits from the old form", async () => {
    const inputs: unknown[] = [];
    const { prompt } = await openSession({
      files: FILES,
      extensions: [
        extension("look", (pi) => void pi.on("tool_call", ({ input }) => void inputs.push(structuredClone(input)))),
      ],
      responses: [
        calls(
          ["read", { path: "a.txt", limit: "3", unknown: 1 }],
          ["edit", { path: "a.txt", oldText: "alpha", newText: "beta" }],
          ["edit", { path: "a.txt", edits: '[{"oldText":"beta","newText":"gamma"}]' }],
        ),
        says("done"),
      ],
    });
    await prompt("go");
    expect(inputs).toEqual([
      { path: "a.txt", limit: 3, unknown: 1 },
      { path: "a.txt", edits: [{ oldText: "alpha", newText: "beta" }] },
      { path: "a.txt", edits: [{ oldText: "beta", newText: "gamma" }] },
    ]);
  });

  it("can be changed by a handler: that runs, while transcript and screen show what the model wrote", async () => {
    const { submit, shows, session, project } = await openTerminal({
      extensions: [
        extension("change", (pi) => {
          pi.on("tool_call", ({ input }) => void Object.assign(input, { command: "echo two > ran" }));
        }),
      ],
      responses: [calls(["bash", { command: "echo one > ran" }]), says("The end.")],
    });
    await submit("go");
    const screen = await shows("The end.");
    expect(project.read("ran")).toBe("two\n");
    expect(screen).toContain("echo one > ran");
    expect(screen).not.toContain("two");
    const transcript = JSON.stringify(session.messages.filter(({ role }) => role !== "system"));
    expect(transcript).toContain("echo one > ran");
    expect(transcript).not.toContain("two");
  });

  it.for(BUILT_IN)("of %s may be frozen: it runs as it would have", async ([name, args], { skip }) => {
    if (name === "grep" && lacks("rg")) skip();
    const results = [];
    for (const frozen of [false, true]) {
      const { prompt, saw } = await openSession({
        files: FILES,
        tools: ALL,
        extensions: [
          extension("guard", (pi) => void pi.on("tool_call", ({ input }) => (frozen ? deepFreeze(input) : undefined))),
        ],
        responses: [calls([name, args as never]), says("done")],
      });
      await prompt("go");
      results.push(saw.results);
    }
    expect(results[1]).toEqual(results[0]);
    expect(JSON.stringify(results)).not.toMatch(/read.?only|extensible|frozen/i);
    // Debian's own fd is too old for pi.
    if (name !== "find") expect(results[0]).toEqual([[name, false, expect.any(String)]]);
  });

  it.each(
    BUILT_IN,
  )("of %s, once frozen, cannot be changed by a later extension: its try blocks", async (name, args, change) => {
    const { prompt, saw, project } = await openSession({
      files: FILES,
      tools: ALL,
      extensions: [
        extension("guard", (pi) => void pi.on("tool_call", ({ input }) => deepFreeze(input))),
        extension("other", (pi) => void pi.on("tool_call", ({ input }) => change(input as Input))),
      ],
      responses: [calls([name, args as never]), says("done")],
    });
    await prompt("go");
    expect(saw.results).toEqual([[name, true, expect.stringMatching(/^Cannot assign to read only property/)]]);
    expect(project.has("written")).toBe(false);
    expect(project.read("a.txt")).toBe("alpha\n");
  });

  it("once frozen stays as it is when a later extension is written in sloppy mode: the try does nothing", async () => {
    const sloppy = new Function("input", "input.command = 'touch written'; delete input.command; input.more = 1");
    const { prompt, saw, project } = await openSession({
      extensions: [
        extension("guard", (pi) => void pi.on("tool_call", ({ input }) => deepFreeze(input))),
        extension("other", (pi) => void pi.on("tool_call", ({ input }) => void sloppy(input))),
      ],
      responses: [calls(["bash", { command: "echo one" }]), says("done")],
    });
    await prompt("go");
    expect(saw.results).toEqual([["bash", false, "one\n"]]);
    expect(project.has("written")).toBe(false);
  });

  it("runs even if a handler puts another object in its place; later handlers are shown that other object", async () => {
    const shown: unknown[] = [];
    const { prompt, project } = await openSession({
      extensions: [
        extension("replaces", (pi) => {
          pi.on("tool_call", (event) => void Object.assign(event, { input: { command: "echo harmless" } }));
        }),
        extension("guard", (pi) => void pi.on("tool_call", ({ input }) => void shown.push(input))),
      ],
      responses: [calls(["bash", { command: "touch written" }]), says("done")],
    });
    await prompt("go");
    // A guard that judges `event.input` judges what does not run: it must compare with what the model wrote.
    expect(shown).toEqual([{ command: "echo harmless" }]);
    expect(project.has("written")).toBe(true);
  });

  it("can be given a property by an earlier handler that changes by itself, frozen or not", async () => {
    const { prompt, saw } = await openSession({
      extensions: [
        extension("getter", (pi) => {
          pi.on("tool_call", ({ input }) => {
            let looks = 0;
            const get = () => (looks++ === 0 ? "echo harmless" : "echo harmful");
            Object.defineProperty(input, "command", { get, enumerable: true });
          });
        }),
        extension("guard", (pi) => {
          pi.on("tool_call", ({ input }) => {
            expect((input as Input)["command"]).toBe("echo harmless");
            Object.freeze(input);
          });
        }),
      ],
      responses: [calls(["bash", { command: "echo one" }]), says("done")],
    });
    await prompt("go");
    expect(saw.results).toEqual([["bash", false, "harmful\n"]]);
  });

  it("is told by the transcript as the model wrote it before the first hook is called", async () => {
    let written: unknown;
    const { prompt } = await openSession({
      session: "file",
      extensions: [
        extension("look", (pi) => {
          pi.on("tool_call", ({ toolCallId }, ctx) => {
            written = ctx.sessionManager
              .getBranch()
              .flatMap((entry) =>
                entry.type === "message" && entry.message.role === "assistant" ? entry.message.content : [],
              )
              .find((part) => part.type === "toolCall" && part.id === toolCallId);
          });
        }),
      ],
      responses: [calls(["bash", { command: "echo one" }]), says("done")],
    });
    await prompt("go");
    expect(written).toMatchObject({ name: "bash", arguments: { command: "echo one" } });
  });
});

describe("the tools", () => {
  it("say where they come from, also one that took the place of a built-in", async () => {
    const { held, pi } = hands();
    const other = extension("other", (api) => {
      api.registerTool(tool("read"));
      api.registerTool(tool("own"));
    });
    await openSession({ customTools: [tool("hosted")], extensions: [held, other] });
    const sources = pi()
      .getAllTools()
      .map(({ name, sourceInfo }) => [name, [sourceInfo.source, sourceInfo.path]]);
    expect(Object.fromEntries(sources)).toMatchObject({
      bash: ["builtin", isPi1 ? "builtin:bash" : "<builtin:bash>"],
      write: ["builtin", isPi1 ? "builtin:write" : "<builtin:write>"],
      read: ["inline", "<inline:other>"],
      own: ["inline", "<inline:other>"],
      hosted: ["sdk", "<sdk:hosted>"],
    });
  });

  it("of two extensions with the same name: that of the first one is there, whenever it registers, and tells its source", async () => {
    for (const late of [false, true]) {
      const { held, pi } = hands();
      const reader = (name: string, wait: boolean) =>
        extension(name, (api) => {
          const register = () => api.registerTool(tool("read", () => name, { parameters: Type.Object({}) }));
          if (wait) api.on("session_start", register);
          else register();
        });
      const { prompt, saw } = await openSession({
        extensions: [reader("one", late), reader("two", false), held],
        responses: [calls(["read", {}]), says("done")],
      });
      await prompt("go");
      expect(saw.results).toEqual([["read", false, "one"]]);
      const source = pi()
        .getAllTools()
        .find(({ name }) => name === "read")?.sourceInfo;
      expect(source?.path).toBe("<inline:one>");
    }
  });

  it("can be asked for by name only once the session is there, not while extensions load", async () => {
    let problem: unknown;
    await openSession({
      extensions: [
        extension("early", (pi) => {
          try {
            pi.getAllTools();
          } catch (error) {
            problem = error;
          }
        }),
      ],
    });
    expect(String(problem)).toContain("Action methods cannot be called during extension loading");
  });

  it("are those of their time when somebody goes back in a session; when it is opened again the default ones or, on 1.x, those of its end", async () => {
    const { held, pi } = hands();
    const late = extension("late", (api) => {
      api.on("session_start", () => api.registerTool(tool("late")));
    });
    const first = await openSession({
      session: "file",
      extensions: [held, late],
      responses: [says("hello"), says("hello again")],
    });
    pi().setActiveTools(["read", "ls"]);
    await first.prompt("go");
    const then = first.session.sessionManager.getLeafId() ?? "";
    pi().setActiveTools(["read", "write"]);
    await first.prompt("go on");
    await first.session.navigateTree(then);
    // From 1.x on with those that were registered later.
    expect(pi().getActiveTools()).toEqual(isPi1 ? ["read", "ls", "late"] : ["read", "ls"]);
    first.crash();
    await first.reopen();
    expect(pi().getActiveTools()).toEqual(
      isPi1 ? ["read", "write", "late"] : ["read", "bash", "edit", "write", "late"],
    );
  });

  it("give results that any extension may change, but for refusals", async () => {
    const { prompt, saw } = await openSession({
      extensions: [
        extension("guard", (pi) => {
          pi.on("tool_call", ({ toolName }) => (toolName === "write" ? { block: true, reason: "no" } : undefined));
        }),
        extension("other", (pi) => {
          pi.on("tool_result", () => ({ content: [{ type: "text", text: "changed" }], isError: false }));
        }),
      ],
      responses: [calls(["write", { path: "x", content: "" }], ["bash", { command: "exit 1" }]), says("done")],
    });
    await prompt("go");
    expect(saw.results).toEqual([
      ["write", true, "no"],
      ["bash", false, "changed"],
    ]);
  });

  it("that are on at first are read, bash, edit, write and those of extensions", async () => {
    const { prompt, saw } = await openSession({
      extensions: [extension("own", (pi) => pi.registerTool(tool("own")))],
      responses: [says("done")],
    });
    await prompt("go");
    expect(saw.tools).toEqual(["read", "bash", "edit", "write", "own"]);
  });

  it("can be switched during a turn: unknown names are left out, and the model hears of it at its next request", async () => {
    const { prompt, saw } = await openSession({
      extensions: [
        extension("own", (pi) => {
          pi.registerTool(tool("only_read", () => pi.setActiveTools(["read", "ls", "no_such_tool"])));
          pi.registerTool(tool("which", () => pi.getActiveTools().join(" ")));
        }),
      ],
      responses: [calls(["only_read", {}], ["which", {}]), calls(["write", { path: "x", content: "" }]), says("done")],
    });
    await prompt("go");
    expect(saw.requests.map(({ tools }) => tools)).toEqual([
      ["read", "bash", "edit", "write", "only_read", "which"],
      ["read", "ls"],
      ["read", "ls"],
    ]);
    expect(saw.results.slice(1)).toEqual([
      ["which", false, "read ls"],
      ["write", true, "Tool write not found"],
    ]);
  });

  it("that are registered late are on at once, and leave the others as they were", async () => {
    const { held, pi } = hands();
    const { session } = await openSession({ extensions: [held] });
    pi().setActiveTools(["read"]);
    pi().registerTool(tool("late"));
    expect(pi().getActiveTools()).toEqual(["read", "late"]);
    pi().setActiveTools(["read"]);
    pi().registerTool(tool("late", undefined, { description: "again" }));
    expect(pi().getActiveTools()).toEqual(["read"]);
    expect(session.getActiveToolNames()).toEqual(["read"]);
  });

  it("that a host allows can not be added to, but all of them are on again after a late registration", async () => {
    const { held, pi } = hands();
    await openSession({ tools: ["read", "write", "late"], extensions: [held] });
    pi().setActiveTools(["read", "bash"]);
    expect(pi().getActiveTools()).toEqual(["read"]);
    pi().registerTool(tool("late"));
    expect(pi().getActiveTools()).toEqual(["read", "write", "late"]);
  });

  it("learn of an abort by their signal, which the context has as well", async () => {
    const heard: string[] = [];
    const { session, saw } = await openSession({
      extensions: [
        extension("waits", (pi) => {
          pi.registerTool(
            tool("wait", (_params, signal, ctx) => {
              heard.push(`same signal: ${ctx.signal === signal}`);
              const aborted = new Promise((resolve) => signal?.addEventListener("abort", resolve));
              void session.abort();
              return aborted.then(() => heard.push(`aborted: ${signal?.aborted}`));
            }),
          );
        }),
      ],
      responses: [calls(["wait", {}]), says("never said")],
    });
    await session.prompt("go");
    expect(heard).toEqual(["same signal: true", "aborted: true"]);
    expect(saw.requests).toHaveLength(1);
    expect(session.messages.map(({ role }) => role)).toContain("toolResult");
  });

  it("are not run, nor their hooks asked, after an abort within the batch", async () => {
    const heard: string[] = [];
    const { session } = await openSession({
      extensions: [
        extension("waits", (pi) => {
          for (const name of ["a", "b"]) pi.registerTool(tool(name, () => heard.push(`ran ${name}`)));
          pi.on("tool_call", ({ toolName }) => {
            heard.push(`hook ${toolName}`);
            void session.abort();
          });
        }),
      ],
      responses: [calls(["a", {}], ["b", {}]), says("never said")],
    });
    await session.prompt("go");
    expect(heard).toEqual(["hook a"]);
  });
});

describe("bash", () => {
  it("runs its command with bash, in the session's directory, with the environment of this process", async () => {
    process.env["COUNTERSIGN_CONTRACT"] = "passed on";
    try {
      const { prompt, saw, cwd, session } = await openSession({
        session: "file",
        responses: [
          calls([
            "bash",
            { command: 'echo "$BASH_VERSION"; shopt -q login_shell && echo login; pwd; echo $COUNTERSIGN_CONTRACT' },
          ]),
          calls(["bash", { command: "echo $PI_SESSION_ID; echo $PI_SESSION_FILE; echo $PI_CODING_AGENT" }]),
          calls(["bash", { command: "cat; echo $-; ls -l /proc/self/fd/0" }]),
          says("done"),
        ],
      });
      await prompt("go");
      const [where, who, how] = saw.results.map(([, isError, text]) => (isError ? [] : text.trimEnd().split("\n")));
      expect(where).toEqual([expect.stringMatching(/^\d+\.\d+/), cwd, "passed on"]);
      expect(who?.slice(0, 2)).toEqual([session.sessionId, session.sessionFile]);
      expect(how?.[0]).not.toContain("i");
      expect(how?.[1]).toMatch(/\/dev\/null$/);
    } finally {
      delete process.env["COUNTERSIGN_CONTRACT"];
    }
  });

  it("puts the user's prefix before the command after all hooks have seen it", async () => {
    const judged: unknown[] = [];
    const { prompt, saw } = await openSession({
      settings: { shellCommandPrefix: "prefixed=yes" },
      extensions: [extension("look", (pi) => void pi.on("tool_call", ({ input }) => void judged.push({ ...input })))],
      responses: [calls(["bash", { command: "echo $prefixed" }]), says("done")],
    });
    await prompt("go");
    expect(judged).toEqual([{ command: "echo $prefixed" }]);
    expect(saw.results).toEqual([["bash", false, "yes\n"]]);
  });

  it("can be taken over by an extension, which sees the command that is really run", async () => {
    const ran: string[] = [];
    const { prompt, saw } = await openSession({
      extensions: [
        extension("guard", (pi) => {
          pi.on("session_start", (_event, ctx) => {
            pi.registerTool(
              createBashToolDefinition(ctx.cwd, {
                spawnHook: (spawned) => {
                  ran.push(spawned.command);
                  return { ...spawned, command: "echo wrapped" };
                },
              }),
            );
          });
        }),
        extension(
          "other",
          (pi) => void pi.on("tool_call", ({ input }) => void Object.assign(input, { command: "echo two" })),
        ),
      ],
      responses: [calls(["bash", { command: "echo one" }]), says("done")],
    });
    await prompt("go");
    expect(ran).toEqual(["echo two"]);
    expect(saw.results).toEqual([["bash", false, "wrapped\n"]]);
    expect(saw.tools).toEqual(["read", "bash", "edit", "write"]);
  });

  it("refuses to run when the hook where it is spawned throws", async () => {
    const { prompt, saw, project } = await openSession({
      extensions: [
        extension("guard", (pi) => {
          pi.on("session_start", (_event, ctx) => {
            const spawnHook = () => {
              throw new Error("not this one");
            };
            pi.registerTool(createBashToolDefinition(ctx.cwd, { spawnHook }));
          });
        }),
      ],
      responses: [calls(["bash", { command: "touch written" }]), says("done")],
    });
    await prompt("go");
    expect(saw.results).toEqual([["bash", true, expect.stringContaining("not this one")]]);
    expect(project.has("written")).toBe(false);
  });

  it("of the user (!cmd) is a user_bash, not a tool_call", async () => {
    const heard: string[] = [];
    const { submit, shows, project } = await openTerminal({
      extensions: [
        extension("look", (pi) => {
          pi.on("tool_call", () => ({ block: true, reason: "no" }));
          pi.on("user_bash", ({ command, excludeFromContext }) => void heard.push(`${command} ${excludeFromContext}`));
          pi.on("input", ({ text }) => void heard.push(`input ${text}`));
        }),
      ],
    });
    await submit("!echo mine > written; echo done $((1 + 1))");
    await shows("done 2");
    expect(heard).toEqual(["echo mine > written; echo done $((1 + 1)) false"]);
    expect(project.read("written")).toBe("mine\n");
  });
});
