import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToolCallEvent, ToolCallEventResult } from "@earendil-works/pi-coding-agent";
import { bundledPi } from "../startup/bundled-pi.ts";

const EXTENSION = fileURLToPath(new URL("../../dist/pi/extension.js", import.meta.url));

export interface HookedSession {
  /** What all hooks say of a call, as pi asks them before it runs a tool. */
  call(tool: string, input: Record<string, unknown>): Promise<ToolCallEventResult | undefined>;
  /** The directory of its project. */
  cwd: string;
  close(): void;
}

/** A session of pi with our built extension in it, in a repository of its own, without a sandbox. */
export async function aSession({ plan }: { plan: boolean }): Promise<HookedSession> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-bench-")));
  const [cwd, home, agentDir] = [join(root, "project"), join(root, "home"), join(root, "agent")];
  for (const directory of [join(cwd, "src"), home, agentDir]) mkdirSync(directory, { recursive: true });
  writeFileSync(join(cwd, "src/a.ts"), "export const a = 1;\n");
  execFileSync("git", ["init", "--quiet"], { cwd });
  writeFileSync(join(home, "plans.json"), JSON.stringify({ sandbox: "off" }));
  process.env["COUNTERSIGN_HOME"] = home;

  const pi = await bundledPi();
  const settingsManager = pi.SettingsManager.inMemory();
  const resourceLoader = new pi.DefaultResourceLoader({
    ...{ cwd, agentDir, settingsManager, additionalExtensionPaths: [EXTENSION] },
    ...{ noExtensions: true, noSkills: true, noPromptTemplates: true, noThemes: true, noContextFiles: true },
  });
  await resourceLoader.reload();
  const { session } = await pi.createAgentSession({
    ...{ cwd, agentDir, settingsManager, resourceLoader, sessionManager: pi.SessionManager.inMemory(cwd) },
  });
  const { extensionRunner } = session;
  if (plan) extensionRunner.setFlagValue("plan", true);
  await session.bindExtensions({});
  let calls = 0;
  return {
    cwd,
    call: (toolName, input) => {
      calls += 1;
      const event = { type: "tool_call", toolName, toolCallId: `call-${calls}`, input } as ToolCallEvent;
      return extensionRunner.emitToolCall(event);
    },
    close: () => {
      session.dispose();
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
