import type { Desk } from "../../desk/desk.ts";
import { machineSandbox } from "../../run/project-sandbox.ts";
import { findProgram } from "../../sandbox/find-program.ts";
import { installLine } from "../../sandbox/install-line.ts";
import { type Sandbox, sandboxFact, type WorkingSandbox } from "../../sandbox/sandbox.ts";
import { type Gap, gaps } from "../../sandbox/sandbox-words.ts";
import type { Check } from "./examination.ts";

/** Checks the sandbox, and the programs bash and git. */
export async function examineSandbox(
  desk: Desk,
  env: NodeJS.ProcessEnv,
): Promise<{ checks: Check[]; sandbox: Sandbox }> {
  // Without the cached result: the doctor reports the state of now.
  const sandbox = await machineSandbox(desk, env, { fresh: true });
  const setting = desk.configuration.config.sandbox;
  const fact = sandboxFact(setting, sandbox);
  return { checks: [...whatHolds(fact, sandbox), ...programs(desk, env)], sandbox };
}

function whatHolds(fact: ReturnType<typeof sandboxFact>, sandbox: Sandbox): Check[] {
  switch (fact.sandbox) {
    case "on":
      return [
        { result: "good", what: `sandbox: ${nameOf(fact.with)}, tested: commands in it cannot write` },
        ...less(fact.with),
      ];
    case "off": {
      const there = sandbox.works ? `; ${nameOf(sandbox)} would work` : "";
      const hint = fact.hint ?? 'Set "sandbox" to "auto" in your own settings to run commands in it.';
      return [{ result: "note", what: `shell commands run without a sandbox: ${fact.because}${there}`, hint }];
    }
    case "refuse":
      return [{ result: "bad", what: `no shell command will run: ${fact.because}`, hint: fact.hint }];
  }
}

function nameOf(sandbox: WorkingSandbox): string {
  switch (sandbox.by) {
    case "bubblewrap":
      return `bubblewrap ${sandbox.version} (${sandbox.program})`;
    case "util-linux":
      return `util-linux ${sandbox.version} (${sandbox.programs.unshare})`;
    case "seatbelt":
      return `macOS (${sandbox.program})`;
  }
}

function less(sandbox: WorkingSandbox): Check[] {
  if (sandbox.by === "seatbelt") return [];
  return [{ result: "good", what: "user namespaces" }, ...gaps(sandbox).map((gap) => noteOn(gap, sandbox))];
}

function noteOn(gap: Gap, sandbox: WorkingSandbox): Check {
  const install = `${installLine("bubblewrap")} (or perl)`;
  const isUtilLinux = sandbox.by === "util-linux";
  switch (gap) {
    case "own /proc":
      return {
        result: "note",
        what: "the sandbox cannot mount its own /proc: commands see the names of other processes, but cannot touch them",
        hint: "In a container: run it with --security-opt systempaths=unconfined.",
      };
    case "system-call filter":
      return {
        result: "note",
        what: "the sandbox cannot filter system calls: commands can reach sockets in unusual directories",
        hint: isUtilLinux && !sandbox.programs.perl ? install : "Use a kernel with CONFIG_SECCOMP_FILTER.",
      };
    case "loopback":
      return {
        result: "note",
        what: "commands without the network have no 127.0.0.1 either: tests that start a server fail",
        hint: install,
      };
  }
}

function programs(desk: Desk, env: NodeJS.ProcessEnv): Check[] {
  return ["bash", "git"].map((name) => {
    const path = findProgram(name, env["PATH"], desk.project);
    if (path !== undefined) return { result: "good", what: `${name} (${path})` };
    const without = name === "bash" ? "no shell command can run" : "plans are not compared with commits";
    return { result: "note", what: `${name} is not installed: ${without}`, hint: installLine(name) };
  });
}
