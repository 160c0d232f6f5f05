import { existsSync } from "node:fs";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { describe, expect, it } from "vitest";
import { isPi1 } from "../pi-under-test.ts";
import { extension, hands, tool } from "./bench/extension.ts";
import { calls, fails, says } from "./bench/model.ts";
import { openSession } from "./bench/session.ts";
import { openTerminal } from "./bench/terminal.ts";

// What we rely on in pi's sessions: what models and people are told and say, what is kept, who can be asked.

describe("the system prompt", () => {
  const sections = (every: boolean) =>
    extension("sections", (pi) => {
      let prompts = 0;
      pi.on("before_agent_start", (event) => {
        prompts += 1;
        if (every || prompts === 1) event.systemPromptOptions.sections["plan-mode"] = `Planning, prompt ${prompts}.`;
      });
    });

  it("takes a section for the prompt that is about to be sent, and for no other", async () => {
    const { prompt, saw } = await openSession({
      extensions: [sections(false)],
      responses: [calls(["bash", { command: "true" }]), says("one"), says("two")],
    });
    await prompt("first");
    await prompt("second");
    expect(
      saw.requests.map(({ systemPrompt }) => systemPrompt.includes("<plan-mode>\nPlanning, prompt 1.\n</plan-mode>")),
    ).toEqual([true, true, false]);
  });

  it("has the section on every prompt when a handler gives it each time, also after a compaction", async () => {
    const { prompt, saw, session } = await openSession({
      extensions: [sections(true)],
      responses: [says("one ".repeat(50)), says("A summary."), says("two")],
      settings: { compaction: { enabled: true, keepRecentTokens: 1 } },
    });
    await prompt("first");
    await session.compact();
    await prompt("second");
    expect(saw.requests).toHaveLength(3);
    expect(saw.requests[0]?.systemPrompt).toContain("Planning, prompt 1.");
    expect(saw.requests[1]?.systemPrompt).not.toContain("Planning");
    expect(saw.requests[2]?.systemPrompt).toContain("Planning, prompt 2.");
    expect(saw.requests[2]?.systemPrompt).not.toContain("Planning, prompt 1.");
  });

  it("keeps the section in requests that pi makes by itself after a compaction within a run", async () => {
    const heard: string[] = [];
    const { prompt, saw } = await openSession({
      extensions: [
        sections(true),
        extension("look", (pi) => {
          pi.on("before_agent_start", () => void heard.push("before_agent_start"));
          pi.on("session_before_compact", ({ reason }) => void heard.push(`before ${reason}`));
          pi.on("session_compact", ({ reason }) => void heard.push(`after ${reason}`));
        }),
      ],
      contextWindow: 3000,
      settings: { compaction: { enabled: true, reserveTokens: 1000, keepRecentTokens: 100 } },
      responses: [
        calls(["bash", { command: "seq 2000" }]),
        says("A summary."),
        says("went on"),
        says("Another summary."),
        says("and on"),
      ],
    });
    await prompt("first");
    expect(heard).toEqual(expect.arrayContaining(["before_agent_start", "before threshold", "after threshold"]));
    expect(heard.filter((event) => event === "before_agent_start")).toHaveLength(1);
    const after = saw.requests.filter(({ messages }) => JSON.stringify(messages).includes("A summary."));
    expect(after.length).toBeGreaterThan(0);
    for (const { systemPrompt } of after) expect(systemPrompt).toContain("Planning, prompt 1.");
  });

  it("is asked for when an extension speaks as the user; when its message makes the agent go on only from 1.x on", async () => {
    const { held, pi } = hands();
    const { prompt, saw } = await openSession({
      extensions: [held, sections(true)],
      responses: [says("one"), says("two"), calls(["bash", { command: "true" }]), says("three")],
    });
    const settled = () => new Promise<void>((resolve) => void pi().on("agent_settled", () => resolve()));
    await prompt("typed");
    let done = settled();
    pi().sendUserMessage("by an extension");
    await done;
    done = settled();
    pi().sendMessage({ customType: "card", content: "a card", display: true }, { triggerTurn: true });
    await done;
    const told = saw.requests.map(({ systemPrompt }) => /Planning, prompt \d/.exec(systemPrompt)?.[0]);
    // On 0.87 the old section is still there for one request, and gone for the next: such a run has no prompt of ours.
    const rest = isPi1 ? ["Planning, prompt 3", "Planning, prompt 3"] : ["Planning, prompt 2", undefined];
    expect(told).toEqual(["Planning, prompt 1", "Planning, prompt 2", ...rest]);
  });

  it("shows its sections to context_with_system, and has none that is taken out there, for that request only", async () => {
    const seen: unknown[] = [];
    const { prompt, saw } = await openSession({
      extensions: [
        sections(true),
        extension("takes out", (pi) => {
          pi.on("context_with_system", ({ messages }) => {
            seen.push(
              messages.flatMap((message) => (message.role === "system" ? message.sections?.["plan-mode"] : [])),
            );
            if (seen.length !== 2) return undefined;
            const without = { role: "system", content: "", sections: { "plan-mode": null }, timestamp: 0 } as const;
            return { messages: [...messages, without] };
          });
        }),
      ],
      responses: [calls(["bash", { command: "true" }]), calls(["bash", { command: "true" }]), says("one")],
    });
    await prompt("first");
    const section = "<plan-mode>\nPlanning, prompt 1.\n</plan-mode>";
    expect(seen).toEqual([[section], [section], [section]]);
    expect(saw.requests.map(({ systemPrompt }) => systemPrompt.includes("Planning"))).toEqual([true, false, true]);
  });

  it("loses the section when another extension replaces the whole prompt", async () => {
    const replaces = extension("replaces", (pi) => {
      pi.on("before_agent_start", () => ({ systemPrompt: "All mine." }));
    });
    for (const extensions of [
      [sections(true), replaces],
      [replaces, sections(true)],
    ]) {
      const { prompt, saw } = await openSession({ extensions, responses: [says("one")] });
      await prompt("go");
      expect(saw.systemPrompt).toBe("All mine.");
    }
  });
});

describe("the input event", () => {
  const listening = (heard: string[]) =>
    extension("listening", (pi) => {
      pi.on("input", ({ text, source }) => {
        heard.push(`${source}: ${text}`);
        return text === "for nobody" ? { action: "handled" } : undefined;
      });
      pi.registerCommand("plan", { handler: async (args) => void heard.push(`command: ${args}`) });
      pi.registerCommand("say", { handler: async (args) => pi.sendUserMessage(args) });
    });

  it("says interactive for what was typed, extension for what an extension sent, and misses commands", async () => {
    const heard: string[] = [];
    const { submit, type, press, shows } = await openTerminal({
      extensions: [listening(heard)],
      responses: [says("First answer."), says("Second answer.")],
    });
    await type("typed by hand");
    await press("enter");
    await shows("First answer.");
    await submit("/plan a goal");
    await submit("/say go ahead");
    await shows("Second answer.");
    expect(heard).toEqual(["interactive: typed by hand", "command: a goal", "extension: go ahead"]);
  });

  it("can keep the text from the model", async () => {
    const heard: string[] = [];
    const { prompt, saw } = await openSession({ extensions: [listening(heard)] });
    await prompt("for nobody");
    expect(heard).toEqual(["interactive: for nobody"]);
    expect(saw.requests).toEqual([]);
  });

  it("does not fire for messages that are no user's: sendMessage, tool results", async () => {
    const heard: string[] = [];
    const { held, pi } = hands();
    const { prompt } = await openSession({
      extensions: [listening(heard), held],
      responses: [calls(["bash", { command: "echo go ahead" }]), says("go ahead")],
    });
    pi().sendMessage({ customType: "card", content: "go ahead", display: true });
    await prompt("typed");
    expect(heard).toEqual(["interactive: typed"]);
  });

  it("fires for what is typed while the agent works, before it is queued", async () => {
    const heard: string[] = [];
    const { promise: waited, resolve: release } = Promise.withResolvers<void>();
    const {
      submit,
      shows,
      says: more,
    } = await openTerminal({
      extensions: [
        listening(heard),
        extension("waits", (pi) => {
          pi.registerTool(tool("wait", () => waited));
        }),
      ],
      responses: [calls(["wait", {}])],
    });
    more(says("The end."));
    await submit("begin");
    await shows("Working");
    await submit("meanwhile");
    expect(heard).toEqual(["interactive: begin", "interactive: meanwhile"]);
    release();
    await shows("The end.");
  });

  it("says interactive also for keys and text that an extension put under a person's hand", async () => {
    const heard: string[] = [];
    const { press, shows } = await openTerminal({
      extensions: [
        listening(heard),
        extension("forger", (pi) => {
          pi.on("session_start", (_event, ctx) => {
            ctx.ui.onTerminalInput((data) => {
              if (data !== "x") return undefined;
              ctx.ui.setEditorText("go ahead");
              return { data: "\r" };
            });
          });
        }),
      ],
      responses: [says("So it goes.")],
    });
    await press("x");
    await shows("So it goes.");
    expect(heard).toEqual(["interactive: go ahead"]);
  });
});

describe("a session", () => {
  const remembering = (heard: string[]) =>
    extension("remembering", (pi) => {
      pi.on("session_start", ({ reason }, ctx) => {
        const entries = ctx.sessionManager.getBranch();
        const kept = entries.flatMap((entry) =>
          entry.type === "custom" && entry.customType === "mark" ? [entry.data] : [],
        );
        heard.push(`start ${reason} ${JSON.stringify(kept)}`);
      });
      pi.on("session_shutdown", ({ reason }) => void heard.push(`shutdown ${reason}`));
      pi.registerCommand("mark", { handler: async (args) => pi.appendEntry("mark", args) });
    });

  it("gives entries back that an extension appended, under the same id, after a quit", async () => {
    const heard: string[] = [];
    const first = await openSession({ session: "file", extensions: [remembering(heard)], responses: [says("hello")] });
    await first.prompt("/mark one");
    await first.prompt("go");
    await first.prompt("/mark two");
    const { sessionId } = first.session;
    await first.quit();
    const second = await first.reopen();
    expect(second.session.sessionId).toBe(sessionId);
    expect(heard).toEqual(["start startup []", "shutdown quit", 'start startup ["one","two"]']);
  });

  it("gives them back after a crash, of which no extension heard", async () => {
    const heard: string[] = [];
    const first = await openSession({ session: "file", extensions: [remembering(heard)], responses: [says("hello")] });
    await first.prompt("go");
    await first.prompt("/mark one");
    first.crash();
    await first.reopen();
    expect(heard).toEqual(["start startup []", 'start startup ["one"]']);
  });

  it("is not kept before the model has said something: state that matters belongs elsewhere", async () => {
    const { prompt, sessionFile, quit } = await openSession({ session: "file", extensions: [remembering([])] });
    await prompt("/mark one");
    await quit();
    expect(existsSync(sessionFile())).toBe(false);
  });

  it("tells why it starts and ends: new, resume, fork, reload", async () => {
    const heard: string[] = [];
    const {
      prompt,
      runtime,
      sessionFile,
      session,
      says: more,
    } = await openSession({
      session: "file",
      extensions: [remembering(heard)],
      responses: [says("hello")],
    });
    await prompt("go");
    await prompt("/mark one");
    const id = session.sessionId;
    const file = sessionFile();
    await runtime.newSession();
    expect(runtime.session.sessionId).not.toBe(id);
    await runtime.switchSession(file);
    expect(runtime.session.sessionId).toBe(id);
    await runtime.session.reload();
    expect(runtime.session.sessionId).toBe(id);
    const user = runtime.session.sessionManager.getBranch().find(({ type }) => type === "message");
    more(says("hello again"));
    await runtime.fork(user?.id ?? "", { position: "at" });
    expect(runtime.session.sessionId).not.toBe(id);
    expect(heard).toEqual([
      "start startup []",
      "shutdown new",
      "start new []",
      "shutdown resume",
      'start resume ["one"]',
      "shutdown reload",
      'start reload ["one"]',
      "shutdown fork",
      "start fork []",
    ]);
  });

  it("tells of a compaction before and after it, and keeps the entries", async () => {
    const heard: string[] = [];
    const { prompt, session } = await openSession({
      extensions: [
        remembering(heard),
        extension("look", (pi) => {
          pi.on("session_before_compact", ({ reason }) => void heard.push(`before ${reason}`));
          pi.on("session_compact", ({ reason, fromExtension }) => void heard.push(`after ${reason} ${fromExtension}`));
          pi.on("session_compact_failed", ({ reason }) => void heard.push(`failed ${reason}`));
        }),
      ],
      responses: [says("hello"), says("A summary.")],
      settings: { compaction: { enabled: true, keepRecentTokens: 1 } },
    });
    await prompt("/mark one");
    await prompt("go");
    await session.compact();
    expect(heard).toEqual(["start startup []", "before manual", "after manual false"]);
    const custom = session.sessionManager.getBranch().filter(({ type }) => type === "custom");
    expect(custom).toHaveLength(1);
  });

  it("can be told not to compact, and to go on instead of settling", async () => {
    let settles = 0;
    const { prompt, session, saw } = await openSession({
      extensions: [
        extension("gate", (pi) => {
          pi.on("session_before_compact", () => ({ cancel: true }));
          pi.on("agent_before_settle", ({ entries }) => {
            settles += 1;
            if (settles > 1) return undefined;
            const message = { type: "custom_message", customType: "gate", content: "Not yet.", display: true } as const;
            return { entries: [...entries, message], continue: true };
          });
        }),
      ],
      responses: [says("done"), says("really done")],
      settings: { compaction: { enabled: true, keepRecentTokens: 1 } },
    });
    await prompt("go");
    expect(saw.requests).toHaveLength(2);
    expect(saw.userTexts).toEqual(["go", "Not yet."]);
    await expect(session.compact()).rejects.toThrow();
  });

  it("reports errors of the model in the last message, and does not throw", async () => {
    const { prompt, session } = await openSession({
      responses: [fails("overloaded")],
    });
    await prompt("go");
    expect(session.messages.at(-1)).toMatchObject({
      role: "assistant",
      stopReason: "error",
      errorMessage: "overloaded",
    });
  });

  it("tries again after a passing error: extensions hear every end of an attempt, and that it is settled once", async () => {
    const heard: string[] = [];
    const { prompt } = await openSession({
      settings: { retry: { enabled: true, baseDelayMs: 1 } },
      extensions: [
        extension("look", (pi) => {
          pi.on("message_end", ({ message }) => {
            if (message.role === "assistant") heard.push(message.errorMessage ?? "fine");
          });
          pi.on("agent_end", () => void heard.push("end"));
          pi.on("agent_settled", () => void heard.push("settled"));
        }),
      ],
      responses: [fails("429: slow down"), says("done")],
    });
    await prompt("go");
    expect(heard).toEqual(["429: slow down", "end", "fine", "end", "settled"]);
  });

  it("isolates handlers of other events: one that throws is reported and the others are called", async () => {
    const heard: string[] = [];
    const { prompt, extensionErrors } = await openSession({
      extensions: [
        extension("throws", (pi) => {
          pi.on("before_agent_start", () => {
            throw new Error("oh");
          });
        }),
        extension("calm", (pi) => void pi.on("before_agent_start", () => void heard.push("called"))),
      ],
      responses: [says("done")],
    });
    await prompt("go");
    expect(heard).toEqual(["called"]);
    expect(extensionErrors).toEqual(["before_agent_start: oh"]);
  });
});

describe("who can be asked", () => {
  const answered: Record<string, unknown> = {};
  const asking = extension("asking", (pi) => {
    pi.registerCommand("ask", {
      handler: async (_args, ctx) => {
        answered["mode"] = [ctx.mode, ctx.hasUI];
        answered["custom"] = await ctx.ui.custom((_tui, _theme, _keys, done) => ({
          render: () => ["PRESS Y"],
          invalidate() {},
          handleInput: (data: string) => done(data),
        }));
      },
    });
  });

  it("in the terminal: dialogs and components of our own, which get the keys", async () => {
    const { submit, shows, press, hides } = await openTerminal({ extensions: [asking] });
    await submit("/ask");
    await shows("PRESS Y");
    await press("y");
    await hides("PRESS Y");
    expect(answered).toEqual({ mode: ["tui", true], custom: "y" });
  });

  it("in the terminal, while a tool waits for it: Escape is the component's, and the run goes on", async () => {
    const { submit, shows, press } = await openTerminal({
      extensions: [
        extension("asks", (pi) => {
          pi.registerTool(
            tool("ask", (_params, _signal, ctx) =>
              ctx.ui.custom((_tui, _theme, _keys, done) => ({
                render: () => ["A QUESTION"],
                invalidate() {},
                handleInput: (data: string) => done(JSON.stringify(data)),
              })),
            ),
          );
        }),
      ],
      responses: [calls(["ask", {}]), says("The end.")],
    });
    await submit("go");
    await shows("A QUESTION");
    await press("escape");
    expect(await shows("The end.")).toContain('"\\u001b"');
  });

  /** A view that shows its name and closes with q. */
  const open = (ctx: ExtensionContext, name: string, heard: string[], overlay: boolean) =>
    void ctx.ui
      .custom<string>(
        (tui, _theme, _keys, done) => ({
          render: (width) => Array.from({ length: tui.terminal.rows }, () => `VIEW ${name} `.padEnd(width, ".")),
          invalidate() {},
          handleInput: (data) => {
            heard.push(`${name} hears ${data}`);
            if (data === "q") done(name);
          },
          dispose: () => void heard.push(`${name} is disposed of`),
        }),
        { overlay, overlayOptions: { width: "100%", maxHeight: "100%", anchor: "top-left" } },
      )
      .then((answer) => heard.push(`${answer} is answered`));

  const opened = async () => {
    const heard: string[] = [];
    let ctx: ExtensionContext | undefined;
    const terminal = await openTerminal({
      rows: 12,
      extensions: [
        extension("views", (pi) => {
          pi.on("session_start", (_event, given) => {
            ctx ??= given;
          });
        }),
      ],
    });
    await terminal.type("half a sentence");
    if (!ctx) throw new Error("There was no session_start.");
    return { ...terminal, heard, ctx };
  };

  it("in the terminal: an overlay may cover all of it, whatever its size, and what was typed is still there after", async () => {
    const { ctx, heard, screen, resize, press } = await opened();
    open(ctx, "A", heard, true);
    expect((await screen()).split("\n")).toEqual(Array(12).fill("VIEW A ".padEnd(80, ".")));
    await resize(60, 8);
    expect((await screen()).split("\n")).toEqual(Array(8).fill("VIEW A ".padEnd(60, ".")));
    await press("q");
    expect(await screen()).toContain("half a sentence");
  });

  it.each([
    [true, true],
    [false, false],
  ])("in the terminal: what a person has pasted outlives a view that is an overlay, and no other: %j", async (overlay, lives) => {
    const { ctx, heard, terminal, shows, hides, press, session } = await opened();
    const pasted = Array.from({ length: 50 }, (_, at) => `line ${at}`).join("\n");
    await terminal.send(`\x1b[200~${pasted}\x1b[201~`);
    await shows("[paste #1 +50 lines]");
    open(ctx, "A", heard, overlay);
    await shows("VIEW A");
    await press("q");
    await hides("VIEW A");
    await press("enter");
    await session.waitForIdle();
    const sent = JSON.stringify(session.messages.filter(({ role }) => role === "user"));
    expect([sent.includes("half a sentence"), sent.includes("line 49")]).toEqual([true, lives]);
  });

  it("in the terminal: overlays lie on each other, the last one has the keys, and all are answered", async () => {
    const { ctx, heard, press, shows } = await opened();
    open(ctx, "A", heard, true);
    await shows("VIEW A");
    open(ctx, "B", heard, true);
    await shows("VIEW B");
    await press("q", "x", "q");
    expect(heard).toEqual([
      ...["B hears q", "B is disposed of", "B is answered"],
      ...["A hears x", "A hears q", "A is disposed of", "A is answered"],
    ]);
  });

  it("in the terminal: a view that is no overlay is lost on 0.87 when another dialog opens, never answered, never disposed of; on 1.x it comes back", async () => {
    const { ctx, heard, press, shows, screen } = await opened();
    open(ctx, "A", heard, false);
    await shows("VIEW A");
    void ctx.ui.select("Which?", ["a", "b"]);
    await shows("Which?");
    await press("enter", "q");
    expect(heard).toEqual(isPi1 ? ["A hears q", "A is disposed of", "A is answered"] : []);
    expect((await screen()).includes("half a sentenceq")).toBe(!isPi1);
  });

  it("in the terminal: a view that is open when another session begins is gone without an answer", async () => {
    const { ctx, heard, runtime, shows, hides, press } = await opened();
    open(ctx, "A", heard, true);
    await shows("VIEW A");
    await runtime.newSession();
    await hides("VIEW A");
    await press("q");
    expect(heard).toEqual([]);
  });

  it("nobody, where there is no user interface: custom gives nothing", async () => {
    const { prompt } = await openSession({ extensions: [asking] });
    await prompt("/ask");
    expect(answered).toEqual({ mode: ["print", false], custom: undefined });
  });
});
