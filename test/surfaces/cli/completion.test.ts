import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEYS } from "../../../src/desk/config/keys.ts";
import { COMMANDS } from "../../../src/surfaces/cli/commands.ts";
import { lacks } from "../../system-programs.ts";
import { hasTmux, Terminal } from "./terminal.ts";
import { BINARY, PLAN, Workbench } from "./workbench.ts";

const missing = (["zsh", "fish"] as const).filter((shell) => lacks(shell)) as string[];

let bench: Workbench;
let here: string;
let there: string;
let env: NodeJS.ProcessEnv;
beforeAll(() => {
  bench = new Workbench();
  const bin = join(bench.root, "bin");
  mkdirSync(bin);
  symlinkSync(BINARY, join(bin, "countersign"));
  env = { ...bench.env, PATH: `${bin}:${bench.env["PATH"]}` };
  bench.write("my plan.md", PLAN);
  mkdirSync(join(bench.root, "other project"));
  mkdirSync(join(bench.project, "sub directory"));
  here = bench.run(["propose", "my plan.md", "--json"]).json.plan.id;
  bench.run(["enter", "bot", "tidy up"]);
  there = bench.run(["propose", "my plan.md", "--dir", "../other project", "--json"]).json.plan.id;
});
afterAll(() => bench.remove());

const scripts = new Map<string, string>();

/** What the shell is to load; it is the same whatever is completed. */
function script(shell: string): string {
  const made = scripts.get(shell) ?? bench.run(["completion", shell]).out;
  scripts.set(shell, made);
  return made;
}

/** What a shell offers for the last word of a line. */
type Complete = (...words: string[]) => string[];

function run(shell: string, script: string): string[] {
  const { stdout, stderr } = spawnSync(shell, ["-c", script], { encoding: "utf8", cwd: bench.project, env });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

const bash: Complete = (...words) => {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const ask = `COMP_WORDS=(countersign ${quoted}); COMP_CWORD=${words.length}; _countersign; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return run("bash", `${script("bash")}\n${ask}`);
};

const fish: Complete = (...words) => {
  const line = `countersign ${words.join(" ")}`.replaceAll("\\", "\\\\");
  const lines = run("fish", `${script("fish")}\ncomplete -C '${line}'`);
  return lines.map((offered) => offered.split("\t")[0] ?? "");
};

describe.each([
  ["bash", bash],
  ["fish", fish],
] as const)("completion in %s", (shell, complete) => {
  it.skipIf(missing.includes(shell))("offers commands, options and words", () => {
    expect(complete("pro")).toEqual(["propose"]);
    expect(complete("approve", "--di")).toEqual(["--digest", "--dir"]);
    expect(complete("token", "re")).toEqual(["revoke"]);
    expect(complete("help", "").sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
    expect(complete("config", "").sort()).toEqual(Object.keys(KEYS).sort());
  });

  it.skipIf(missing.includes(shell))("offers every status there is", () => {
    const all = /One of: (.*)\./.exec(bench.run(["plans", "--status", "nonsense"]).err)?.[1]?.split(", ") ?? [];
    expect(all).toContain("broken");
    expect(complete("plans", "--status", "").sort()).toEqual(all.sort());
  });

  it.skipIf(missing.includes(shell))("offers the plans and requests there are, also those of another directory", () => {
    expect(complete("show", "")).toEqual([here]);
    expect(complete("propose", "plan.md", "--plan", "PL")).toEqual([here]);
    expect(complete("answer", "")).toEqual([`${here}/review-1`]);
    expect(complete("leave", "")).toEqual(["bot"]);
    expect(complete("leave", "--dir", "../other\\ project", "")).toEqual([]);
    expect(complete("show", "--dir", "../other\\ project", "")).toEqual([there]);
    expect(complete("answer", "--dir", "../other\\ project", "")).toEqual([`${there}/review-1`]);
  });

  it.skipIf(missing.includes(shell))("offers nothing where only the person knows", () => {
    expect(complete("approve", here, "--message", "")).toEqual([]);
  });
});

describe("completion", () => {
  it("understands --plan=ID and --dir=DIR as bash splits them", () => {
    expect(bash("propose", "plan.md", "--plan", "=", "PL")).toEqual([here]);
    expect(bash("propose", "plan.md", "--plan", "=")).toEqual([here]);
    expect(bash("show", "--dir", "=", "../other\\ project", "")).toEqual([there]);
  });

  it("runs nothing of what was typed", () => {
    bash("show", "--dir", "$(touch typed)", "");
    expect(spawnSync("test", ["-e", join(bench.project, "typed")]).status).toBe(1);
  });

  it.skipIf(missing.includes("fish"))("offers directories for --dir and files for --out in fish", () => {
    expect(fish("plans", "--dir", "")).toEqual(["sub directory/"]);
    expect(fish("export", here, "--out", "my")).toEqual(["my plan.md"]);
    expect(fish("propose", "my")).toEqual(["my plan.md"]);
  });

  for (const [shell, start, load] of [
    ["bash", "bash --norc --noprofile", "source"],
    ["zsh", "zsh -f", "autoload -U compinit && compinit -u -D && source"],
  ] as const) {
    it.skipIf(missing.includes(shell) || !hasTmux)(`leaves names whole at a real prompt of ${shell}`, async () => {
      const script = bench.write(`../${shell}-completion`, bench.run(["completion", shell]).out);
      const terminal = new Terminal(bench.project, env);
      try {
        // A login shell may have set a path of its own.
        terminal.type(`PATH="${env["PATH"]}" ${start}`);
        terminal.type(`${load} ${script} && echo load""ed`);
        await terminal.see("loaded");
        terminal.type(`countersign validate my\t && echo vali""dated`);
        await terminal.see("validated");
        terminal.type(`countersign export ${here} --json --out sub\t/${shell}.json && echo ex""ported`);
        await terminal.see("exported");
        terminal.type(`clear; countersign plans --dir ../ot\t && echo li""sted`);
        expect(await terminal.see("listed")).toContain(there);
        terminal.type(`clear; countersign show PL\t --json | grep '"digest"' && echo sho""wn`);
        await terminal.see("shown");
      } finally {
        terminal.close();
      }
    });
  }

  it("is valid shell wherever there is one to say so", () => {
    for (const [shell, check] of [
      ["bash", "-n"],
      ["zsh", "-n"],
      ["fish", "--no-execute"],
    ] as const) {
      const script = bench.run(["completion", shell]).out;
      expect(script).toContain("countersign");
      if (missing.includes(shell)) continue;
      const file = bench.write(`../${shell}-completion`, script);
      expect(spawnSync(shell, [check, file], { encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
    }
  });
});
