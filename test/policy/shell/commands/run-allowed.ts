import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Ran {
  /** The commands whose tool is installed here. */
  ran: string[];
  /** The commands after which something was different. */
  changed: string[];
}

/** Runs commands for real, each in the same throw-away directory, and tells which of them changed anything in it. */
export function runAllowed(commands: readonly string[]): Ran {
  const root = mkdtempSync(join(tmpdir(), "allowed-"));
  try {
    furnish(root);
    const result: Ran = { ran: [], changed: [] };
    let before = fingerprint(root);
    for (const command of commands) {
      const { status } = spawnSync("bash", ["--norc", "--noprofile", "-c", command], {
        cwd: join(root, "project"),
        env: {
          PATH: process.env["PATH"],
          HOME: join(root, "home"),
          TMPDIR: join(root, "tmp"),
          SHLVL: "1",
          LC_ALL: "C",
        },
        stdio: ["ignore", "ignore", "ignore"],
        timeout: 5_000,
      });
      if (status !== 127) result.ran.push(command);
      const after = fingerprint(root);
      if (after !== before) result.changed.push(command);
      before = after;
    }
    return result;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function furnish(root: string): void {
  const project = join(root, "project");
  for (const directory of ["home", "tmp", "project/src", "project/dir"])
    mkdirSync(join(root, directory), { recursive: true });
  const files = {
    "a.txt": "one\ntwo\ntwo\n",
    "b.txt": "one\nthree\n",
    "c.txt": "two\n",
    "a.json": '{"name":"x","list":[1,2]}\n',
    "a.yml": "name: x\nlist:\n  - 1\n",
    "a.csv": "a,b\n1,2\n",
    "src/main.ts": "export const main = 1;\n",
    "dir/inner.txt": "inner\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  const make = "tar czf a.tgz a.txt dir && gzip -kc a.txt > a.gz && bzip2 -kc a.txt > a.bz2 && xz -kc a.txt > a.xz";
  spawnSync("bash", ["-c", `${make}; zip -q a.zip a.txt; zstd -qc a.txt > a.zst; lz4 -qc a.txt > a.lz4`], {
    cwd: project,
  });
}

function fingerprint(directory: string): string {
  const hash = createHash("sha256");
  for (const entry of readdirSync(directory, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(directory, entry);
    const { mode, size, mtimeMs, ino } = lstatSync(path);
    hash.update(`${entry} ${mode} ${size} ${mtimeMs} ${ino}\n`);
    if (lstatSync(path).isFile()) hash.update(readFileSync(path));
  }
  return hash.digest("hex");
}
