import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { analyse } from "../../../src/policy/shell/analyse.ts";
import { facts } from "./facts.ts";

/** Whether bash changes something where the file `list` is read as a list, or `words` as several assignments. */
function changes(line: string): boolean {
  const directory = mkdtempSync(join(tmpdir(), "countersign-declarations-"));
  try {
    writeFileSync(join(directory, "list"), "($(:>marker))");
    writeFileSync(join(directory, "words"), "1 PATH=.");
    writeFileSync(join(directory, "ls"), "#!/bin/sh\n:>marker\n", { mode: 0o755 });
    const env = { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", SHLVL: "1" };
    spawnSync("/bin/bash", ["--norc", "--noprofile", "-c", line], { cwd: directory, env, stdio: "ignore" });
    return existsSync(join(directory, "marker"));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const READ_AS_A_LIST = [
  'x=(a); declare x="$(cat list)"',
  'x=(a); command declare x="$(cat list)"',
  'x=(a); builtin typeset x="$(cat list)"',
  'x[0]=1; declare x="$(cat list)"',
  "x[0]=1; declare x=$(cat list)",
  'x[0]=1; declare x+="$(cat list)"',
  ': "${' + 'x[0]:=1}"; declare x="$(cat list)"',
  'read -r -a x <<<1; declare x="$(cat list)"',
  "map'file' x </dev/null; declare x=\"$(cat list)\"",
  'builtin readarray x </dev/null; declare x="$(cat list)"',
  'declare -g -a x; declare x="$(cat list)"',
  "declare '-a' x; declare x=\"$(cat list)\"",
  'declare -r -a x="$(cat list)"',
  'f() { local x; x[0]=1; local x="$1"; }\nf "$(cat list)"',
];

const SPLIT = [
  "command declare x=$(cat words); ls",
  "command -p declare x=$(cat words); ls",
  "builtin -- declare x=$(cat words); ls",
  "command builtin typeset x=$(cat words); ls",
  "\\declare x=$(cat words); ls",
  '"declare" x=$(cat words); ls',
  "dec''lare x=$(cat words); ls",
  'declare "x"=$(cat words); ls',
  "declare x={a,b}$(cat words); ls",
  "declare x=a{b,c$(cat words)}; ls",
  "v=$(cat words); \\typeset x=$v; ls",
];

describe("a declaration", () => {
  it.each(READ_AS_A_LIST)("is refused where bash reads text as a list, and runs what is in it: %s", (line) => {
    expect(changes(line)).toBe(true);
    expect(analyse(line, facts())).toMatchObject({ readOnly: false });
  });

  it.each(SPLIT)("is refused where bash makes several assignments of it: %s", (line) => {
    expect(changes(line)).toBe(true);
    expect(analyse(line, facts())).toMatchObject({ readOnly: false });
  });

  it.each([
    "declare x=$(cat words); ls",
    "typeset -r x=$(cat words); ls",
    'declare x="$(cat list)"; ls',
    'command declare x="$(cat words)"; ls',
    "declare -a x=(a b); ls",
    "x=(a b); declare y=1; ls",
    "f() { local x=$1; local y=${" + '1}a; ls; }\nf "$(cat words)"',
  ])("is allowed where it stays one, and is no list: %s", (line) => {
    expect(changes(line)).toBe(false);
    expect(analyse(line, facts())).toMatchObject({ readOnly: true });
  });
});
