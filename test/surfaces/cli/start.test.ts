import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { argumentsForPi } from "../../../src/surfaces/cli/commands/start.ts";
import { BINARY } from "./workbench.ts";

const OURS = ["--extension", "/e"];

describe("what pi is told", () => {
  it("is our extension, then every word as it was given", () => {
    const words = ["-p", "a prompt", "@file", "--model", "x", "--", "--plan"];
    expect(argumentsForPi(words, "/e")).toEqual([...OURS, ...words]);
    expect(argumentsForPi([], "/e")).toEqual(OURS);
  });

  it("has --plan where no word follows it, since pi would take one for its value and drop it", () => {
    expect(argumentsForPi(["--plan", "a goal"], "/e")).toEqual(["--plan", ...OURS, "a goal"]);
    expect(argumentsForPi(["-p", "--plan", "a goal"], "/e")).toEqual(["--plan", ...OURS, "-p", "a goal"]);
  });
});

describe("a command line", () => {
  let scratch: string;
  let program: string;

  // A pi that only tells how it was started, beside the program.
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), "countersign-start-"));
    const place = join(scratch, "package");
    mkdirSync(place);
    const built = dirname(dirname(BINARY));
    for (const part of ["bin", "dist"]) mkdirSync(join(place, part));
    plantPi(place);
    spawnSync("cp", ["-r", join(built, "bin"), join(built, "dist"), join(built, "package.json"), place]);
    for (const name of ["yaml", "typebox", "unbash"])
      symlinkSync(
        fileURLToPath(new URL(`../../../node_modules/${name}`, import.meta.url)),
        join(place, "node_modules", name),
      );
    program = join(place, "bin/countersign.js");
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  const run = (...args: string[]) => {
    const env = { PATH: process.env["PATH"], HOME: scratch, COUNTERSIGN_HOME: join(scratch, "home") };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      ...{ cwd: scratch, encoding: "utf8", env, input: "" },
    });
    return { code: status, out: stdout, err: stderr };
  };

  it.each([
    [["-p", "a prompt"]],
    [["--plan"]],
    [["-c"]],
    [["--mode", "rpc"]],
    [["--model", "x"]],
    [["--", "plans"]],
    [["--", "tidy up"]],
  ])("of an option that is not ours is pi's: %j", (words) => {
    const { code, out } = run(...words);
    const told = JSON.parse(out);
    expect(told.argv.filter((word: string) => words.includes(word)).sort()).toEqual([...words].sort());
    expect(told.argv).toContain("--extension");
    // It ends with pi's own code.
    expect(code).toBe(7);
  });

  it.each([
    [["plans"], 0, "There are no plans yet"],
    [["--json", "plans"], 0, '"plans": []'],
    [["--help"], 0, "Usage"],
    [["-h"], 0, "Usage"],
    [["--json"], 0, '"commands"'],
  ])("of a word or option of ours is ours: %j", (words, code, text) => {
    const ran = run(...(words as string[]));
    expect([ran.code, `${ran.out}${ran.err}`.toLowerCase()]).toEqual([
      code,
      expect.stringContaining(`${text}`.toLowerCase()),
    ]);
  });

  it("of a word that is no command says which was meant, and where a prompt goes", () => {
    const { code, out, err } = run("aprove");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("Did you mean: countersign approve?");
    expect(err).toContain('countersign -- "aprove …"');
  });

  it("of --dir and an option of pi says that they do not go together", () => {
    const { code, err } = run("--dir", "x", "-p", "a prompt");
    expect(code).toBe(2);
    expect(err).toContain("--dir belongs to commands, and -p to the terminal app.");
  });

  it("of nothing at all, without a terminal, says what it needs", () => {
    const { code, out, err } = run();
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("there is no terminal here");
  });

  it("never starts a pi that lies in the project", () => {
    const project = join(scratch, "project");
    mkdirSync(project);
    plantPi(project);
    rmSync(join(scratch, "package/node_modules/@earendil-works"), { recursive: true });
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, "-p", "x"], {
      ...{ cwd: project, encoding: "utf8", input: "" },
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("pi is not installed beside Countersign");
    plantPi(join(scratch, "package"));
    expect(run("-p", "x").code).toBe(7);
  });
});

function plantPi(directory: string): void {
  const pi = join(directory, "node_modules/@earendil-works/pi-coding-agent");
  mkdirSync(pi, { recursive: true });
  const manifest = { name: "@earendil-works/pi-coding-agent", version: "0.87.1", type: "module", bin: { pi: "pi.js" } };
  writeFileSync(join(pi, "package.json"), JSON.stringify(manifest));
  const program = "console.log(JSON.stringify({ argv: process.argv.slice(2) }));\nprocess.exitCode = 7;\n";
  writeFileSync(join(pi, "pi.js"), program);
}
