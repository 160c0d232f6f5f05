import { detectSandbox } from "../../../sandbox/detect.ts";
import { sandboxFact } from "../../../sandbox/sandbox.ts";
import { sandboxWords } from "../../../sandbox/sandbox-words.ts";

/** Whether a sandbox holds the commands of the demonstration on this machine. */
export async function whereCommandsRun(env: NodeJS.ProcessEnv, project: string): Promise<string> {
  const fact = sandboxFact("auto", await detectSandbox({ env, project }));
  if (fact.sandbox === "on") return `Commands run ${sandboxWords(fact)}.`;
  return "This machine has no sandbox: the policy only reads commands before they run.";
}
