import { visibleWidth } from "@earendil-works/pi-tui";
import { describe, expect, it } from "vitest";
import { extension, tool } from "./bench/extension.ts";
import { calls, says } from "./bench/model.ts";
import { makeProject } from "./bench/project.ts";
import { WITH_SCROLLBACK } from "./bench/runtime.ts";
import { ScreenNews } from "./bench/screen-news.ts";
import { openTerminal } from "./bench/terminal.ts";

// What the other tests of this room stand on.

describe("a terminal in memory", () => {
  it("draws wide characters, and draws anew when its size changes, down to 20 columns", async () => {
    const { submit, shows, resize, screen } = await openTerminal({
      responses: [says("你好, wörld 👋 and more words")],
    });
    await submit("hello");
    await shows("你好, wörld 👋 and more words");
    for (const columns of [60, 20, 120]) {
      await resize(columns, 24);
      const lines = (await screen()).split("\n");
      expect(Math.max(...lines.map(visibleWidth))).toBe(columns);
      expect(lines.length).toBeLessThanOrEqual(24);
    }
  });

  it("keeps what was scrolled away, and what was on it in which colour", async () => {
    const text = Array.from({ length: 60 }, (_, at) => `- line ${at}`).join("\n");
    const { submit, shows, screen, scrollback, terminal } = await openTerminal({
      responses: [says(text)],
      settings: WITH_SCROLLBACK,
    });
    await submit("hello");
    await shows("line 59");
    expect(await screen()).not.toContain("line 1\n");
    expect(await scrollback()).toContain("line 1\n");
    expect(terminal.written).toMatch(/\x1b\[38;[25];/);
  });

  it("comes back after a crash with the session that was kept", async () => {
    const heard: string[] = [];
    const first = await openTerminal({
      session: "file",
      extensions: [extension("look", (pi) => void pi.on("session_shutdown", ({ reason }) => void heard.push(reason)))],
      responses: [says("Something to remember.")],
    });
    await first.submit("hello");
    await first.shows("Something to remember.");
    first.crash();
    const second = await first.reopen({ columns: 60 });
    await second.shows("Something to remember.");
    expect(heard).toEqual([]);
    await second.close();
    expect(heard).toEqual(["quit"]);
  });

  it("ends alone when somebody quits with a key, as does the one beside it", async () => {
    const project = makeProject();
    const heard: string[] = [];
    const named = (name: string) =>
      extension(name, (pi) => void pi.on("session_shutdown", () => void heard.push(`${name} quit`)));
    const first = await openTerminal({ project, extensions: [named("first")] });
    const second = await openTerminal({ project, extensions: [named("second")] });
    await first.press("ctrl+d");
    expect(await first.left()).toBe(0);
    expect(heard).toEqual(["first quit"]);
    await second.submit("/quit");
    expect(await second.left()).toBe(0);
    expect(heard).toEqual(["first quit", "second quit"]);
  });

  it("completes what is typed as it does for a person", async () => {
    const heard: string[] = [];
    const { type, press, shows } = await openTerminal({
      extensions: [
        extension("commands", (pi) => {
          pi.registerCommand("plan", {
            description: "Plan something",
            getArgumentCompletions: () => [{ value: "status", label: "status" }],
            handler: async (args) => void heard.push(args),
          });
        }),
      ],
    });
    await type("/pl");
    await shows("Plan something");
    await press("tab");
    await type("sta");
    await shows("→ status");
    await press("enter", "enter");
    expect(heard).toEqual(["status"]);
  });

  it("shows what a tool does while it runs", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { submit, shows, hides, saw } = await openTerminal({
      extensions: [extension("waits", (pi) => pi.registerTool(tool("wait", () => promise)))],
      responses: [calls("One moment.", ["wait", {}]), says("The end.")],
    });
    await submit("go");
    await shows("One moment.");
    await shows(/Working/);
    resolve();
    await shows("The end.");
    await hides(/Working/);
    expect(saw.results).toEqual([["wait", false, "wait ran"]]);
  });
});

describe("who waits for a screen", () => {
  it("is told what is there instead when it is too late, or when there is nobody left to draw", async () => {
    const news = new ScreenNews(() => "something else", 5);
    await expect(news.until("what I want")).rejects.toThrow(
      "The screen never showed what I want. It shows:\nsomething else",
    );
    await expect(news.until(/some/, false)).rejects.toThrow("The screen still shows /some/. It shows:\nsomething else");
    const patient = new ScreenNews(() => "something else", 60_000);
    const waiting = patient.until("what I want");
    patient.end("the program is gone");
    await expect(waiting).rejects.toThrow("never showed what I want, and the program is gone. It shows:");
  });
});
