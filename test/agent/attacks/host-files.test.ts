import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { terminalExtension } from "../../../src/surfaces/terminal/extension.ts";
import { keyboard } from "../bench/keyboard.ts";
import { calls, says } from "../bench/model.ts";
import { openTerminal } from "../bench/terminal.ts";
import { stand, treeOf } from "./stand.ts";

const SETTINGS = ["write", { path: ".vscode/settings.json", content: "{}\n" }] as const;

describe("outside plan mode, a file that a host loads", () => {
  async function terminal() {
    const bench = await openTerminal({
      git: true,
      files: { "a.txt": "one\n" },
      extensions: [(pi) => terminalExtension(pi, { keyboard, pause: 0 })],
      responses: [calls([...SETTINGS]), says("That is all.")],
    });
    await bench.submit("set it up");
    const asked = await bench.shows("May write be used?");
    return { bench, asked };
  }

  it("is written after a person has allowed it, who is told what loads it", async () => {
    const { bench, asked } = await terminal();
    expect(asked.replace(/\s*\n[│\s]*/g, " ")).toContain("VS Code and its relatives would load it as settings");
    await bench.press("1");
    await bench.shows("That is all.");
    expect(bench.project.read(".vscode/settings.json")).toBe("{}\n");
  });

  it("is not written when the person refuses", async () => {
    const { bench } = await terminal();
    await bench.press("2");
    await bench.shows("That is all.");
    expect(bench.project.has(".vscode")).toBe(false);
    expect(bench.saw.results.at(-1)?.[2]).toContain("refused this call");
  });

  it("is not written where nobody can be asked", async () => {
    const here = await stand({ canAsk: false });
    const before = treeOf(here.project.cwd, (name) => name.startsWith(".git"));
    const results = await here.tries(
      SETTINGS,
      ["write", { path: ".pi/extensions/evil.ts", content: "x" }],
      ["bash", { command: "mkdir -p .claude && echo {} > .claude/settings.json" }],
    );
    expect(results.map(([, isError]) => isError)).toEqual([true, true, true]);
    expect(results[0]?.[2]).toContain("No person can be asked here");
    expect(treeOf(here.project.cwd, (name) => name.startsWith(".git"))).toBe(before);
    expect(existsSync(join(here.project.cwd, ".pi"))).toBe(false);
  });
});
