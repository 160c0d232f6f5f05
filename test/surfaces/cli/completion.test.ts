import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Workbench } from "./workbench.ts";

let bench: Workbench;
beforeAll(() => {
  bench = new Workbench();
});
afterAll(() => bench.remove());

describe("completion", () => {
  const complete = (...words: string[]): string[] => {
    const script = bench.run(["completion", "bash"]).out;
    const quoted = words.map((word) => `'${word}'`).join(" ");
    const ask = `${script}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _countersign; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync("bash", ["-c", ask], { encoding: "utf8", cwd: bench.project });
    return stdout.split("\n").filter((line) => line !== "");
  };

  it("completes commands, options and words in bash", () => {
    expect(complete("countersign", "pro")).toEqual(["propose"]);
    expect(complete("countersign", "approve", "--di")).toEqual(["--digest", "--dir"]);
    expect(complete("countersign", "token", "re")).toEqual(["revoke"]);
  });

  it("is valid shell for bash, and for zsh and fish where they are installed", () => {
    for (const [shell, check] of [
      ["bash", "-n"],
      ["zsh", "-n"],
      ["fish", "--no-execute"],
    ] as const) {
      const script = bench.run(["completion", shell]).out;
      expect(script).toContain("countersign");
      if (spawnSync(shell, ["--version"]).status !== 0) continue;
      expect(spawnSync(shell, [check], { input: script, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
    }
  });
});
