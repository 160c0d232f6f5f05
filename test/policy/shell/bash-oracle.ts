import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The commands bash tries to run for each of these scripts. Nothing is found (PATH leads nowhere), so each attempt is
 * only told to us, by the handler bash calls for unknown commands. What a script redirects goes to a throw-away
 * directory; loops that never end are ended by a limit of one second.
 */
export function commandsRunBy(scripts: readonly string[]): string[][] {
  const directory = mkdtempSync(join(tmpdir(), "countersign-oracle-"));
  try {
    const { stdout, status, stderr } = spawnSync("/bin/bash", ["--norc", "--noprofile", "-c", DRIVER], {
      cwd: directory,
      input: scripts.map((script) => `${script}\0`).join(""),
      env: { PATH: "/nonexistent", LC_ALL: "C.UTF-8", FUNCNEST: "40", HOME: directory, SHLVL: "1" },
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      timeout: 300_000,
    });
    if (status !== 0) throw new Error(`bash ended with ${status}: ${stderr}`);
    const runs: string[][] = scripts.map(() => []);
    for (const line of stdout.split("\u0002\n")) {
      const [, number, name] = /^(\d+) (.*)$/s.exec(line) ?? [];
      if (name !== undefined) runs[Number(number)]?.push(name);
    }
    return runs;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

// What a process substitution runs may come late, so every attempt says which script it belongs to.
const DRIVER = String.raw`
exec 9>&1
command_not_found_handle() { printf '%s %s\002\n' "$ORACLE_SCRIPT" "$1" >&9; return 1; }
ORACLE_SCRIPT=0
while IFS= read -r -d '' script; do
  ( ulimit -t 1; eval "$script" ) </dev/null >/dev/null 2>&1
  wait
  ORACLE_SCRIPT=$((ORACLE_SCRIPT + 1))
done
exit 0
`;
