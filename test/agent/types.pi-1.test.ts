import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { root } from "../made-once.ts";
import { PI_DIRECTORY } from "../pi-under-test.ts";
import { afterTest } from "./bench/after-test.ts";

// All of ours, tests too, against the types of the pi under test: those of pi-tui are of the installed version.

const MINUTE = 60_000;

it("fits the types of this pi", { timeout: 3 * MINUTE }, () => {
  expect(wrongIn("tsconfig.json")).toBe("");
});

it.each([
  ["an event that this pi does not have", 'pi.on("tool_called", () => {});', "tool_called"],
  ["a field that an event does not have", 'pi.on("agent_settled", (event) => void event.cutOff);', "cutOff"],
  ["a tool whose arguments are others", "const a: AgentTool<Schema<string>> = { ...tool, execute };", "params"],
  ["a message that a model cannot send", 'const a: AssistantMessage["stopReason"] = "tired";', "tired"],
])("complains of %s", { timeout: MINUTE }, (_name, line, word) => {
  expect(wrongIn(probe(line))).toMatch(new RegExp(`^[^\\n]*probe\\.ts\\(10,\\d+\\): error [^\\n]*\\n?.*${word}`, "s"));
});

it("knows what only this pi has", { timeout: MINUTE }, () => {
  expect(wrongIn(probe('pi.on("agent_settled", ({ aborted }) => void aborted);'))).toBe("");
});

/** A file with this line in it, and the configuration that checks it alone. */
function probe(line: string): string {
  const place = mkdtempSync(join(PI_DIRECTORY, "probe-"));
  afterTest(() => rmSync(place, { recursive: true }));
  writeFileSync(
    join(place, "probe.ts"),
    `import type { AgentTool } from "@earendil-works/pi-agent-core";
import type { AssistantMessage } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import type { Schema } from "@earendil-works/pi-schema";

declare const pi: ExtensionAPI;
declare const tool: AgentTool<Schema<string>>;
declare const execute: (id: string, input: number) => Promise<never>;

${line}
export type Used = [typeof pi, typeof tool, typeof execute, AssistantMessage];
`,
  );
  const file = join(place, "tsconfig.json");
  writeFileSync(file, JSON.stringify({ extends: "../tsconfig.json", files: ["probe.ts"], include: [] }));
  return relative(PI_DIRECTORY, file);
}

/** What TypeScript says. */
function wrongIn(configuration: string): string {
  const args = ["--pretty", "false", "-p", join(PI_DIRECTORY, configuration)];
  const { stdout, stderr, error } = spawnSync(join(root, "node_modules/.bin/tsc"), args, {
    cwd: root,
    encoding: "utf8",
  });
  if (error) throw error;
  return stdout + stderr;
}
