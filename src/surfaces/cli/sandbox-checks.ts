import type { Desk } from "../../desk/desk.ts";
import { machineSandbox } from "../../run/project-sandbox.ts";
import { findProgram } from "../../sandbox/find-program.ts";
import { installLine } from "../../sandbox/install-line.ts";
import { type Sandbox, sandboxFact, type WorkingSandbox } from "../../sandbox/sandbox.ts";
import { type Gap, gaps } from "../../sandbox/sandbox-words.ts";
import type { Check } from "./examination.ts";

/** What keeps shell commands from changing anything, and what they are looked at with. */
export async function examineSandbox(
  desk: Desk,
  env: NodeJS.ProcessEnv,
): Promise<{ checks: Check[]; sandbox: Sandbox }> {
  // Tried anew: whoever asks the doctor wants to know how it is now.
  const sandbox = await machineSandbox(desk, env, { fresh: true });
  const setting = desk.configuration.config.sandbox;
  const fact = sandboxFact(setting, sandbox);
  return { checks: [...whatHolds(fact, sandbox), ...programs(desk, env)], sandbox };
}

function whatHolds(fact: ReturnType<typeof sandboxFact>, sandbox: Sandbox): Check[] {
  switch (fact.sandbox) {
    case "on":
      return [
        { result: "good", what: `sandbox: ${nameOf(fact.with)}, tried: nothing can be written from inside` },
        ...less(fact.with),
      ];
    case "off": {
      const there = sandbox.works ? `; ${nameOf(sandbox)} would work` : "";
      const hint = fact.hint ?? 'Set "sandbox" to "auto" in your own settings to have commands run in it.';
      return [{ result: "note", what: `no sandbox around shell commands: ${fact.because}${there}`, hint }];
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
        what: "no /proc of its own can be mounted here: commands see the names of other processes, but cannot touch them",
        hint: "In a container: run it with --security-opt systempaths=unconfined.",
      };
    case "system-call filter":
      return {
        result: "note",
        what: "system calls are not filtered here: sockets in unusual places can be reached",
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
    const without = name === "bash" ? "no shell command can run" : "files are not compared with commits";
    return { result: "note", what: `${name} is not installed: ${without}`, hint: installLine(name) };
  });
}
