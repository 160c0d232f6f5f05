import { execFileSync } from "node:child_process";
import { homedir } from "node:os";
import {
  agentEnvironment,
  type Desk,
  detectSandbox,
  judgeCall,
  planningProfile,
  runInSandbox,
  sandboxFact,
  settle,
} from "../src/index.ts";

/** One shell command of an agent that plans: judged, recorded if denied or flagged, and run where it may run. */
export async function runWhilePlanning(desk: Desk, agent: string, command: string): Promise<string> {
  const { project, home, configuration } = desk;
  const fact = sandboxFact(configuration.config.sandbox, await detectSandbox({ project }));
  const call = { tool: "bash", source: "pi", input: { command } };
  const sandbox = fact.sandbox === "refuse" ? "missing" : fact.sandbox;
  const judged = await judgeCall(desk, agent, call, { sandbox, shell: "bash" });
  if (!judged.ok) throw new Error(judged.refusal.message);
  const { verdict } = judged.value;
  // A confirmation is a question for a person; this program asks none, so it does not run. A denial never does.
  if (settle(verdict, undefined) === "refuse") return [verdict.code, verdict.reason, verdict.hint].join(": ");
  if (fact.sandbox === "on") {
    const profile = planningProfile({ cwd: project, homes: [homedir()], secret: [home.directory] });
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk;
    };
    const output = { stdout: hear, stderr: hear };
    await runInSandbox(command, profile, { sandbox: fact.with, agent, output, timeout: 60_000 });
    return said;
  }
  // No start-up files, no standard input, none of our tokens, none of the providers' keys.
  const env = agentEnvironment(process.env, { mode: "planning", project, agent });
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const shell = ["--norc", "--noprofile", "-c", command];
  return execFileSync("bash", shell, { cwd: project, env, stdio: [...stdio], encoding: "utf8", timeout: 60_000 });
}
