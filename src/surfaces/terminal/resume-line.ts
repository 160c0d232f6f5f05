import { existsSync } from "node:fs";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** When it quits, pi says how to resume the session, with its own command: that starts pi without plan mode. */
export function sayHowToResume({ sessionManager }: Pick<ExtensionContext, "sessionManager">): void {
  const file = sessionManager.getSessionFile();
  if (file === undefined || !existsSync(file)) return;
  // pi finds an id only in its usual directory.
  const session = process.argv.includes("--session-dir") ? `'${file}'` : sessionManager.getSessionId();
  process.once("exit", () => process.stdout.write(`With plan mode: countersign --session ${session}\n`));
}
