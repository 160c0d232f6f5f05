import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Every line of the input is a command, for those who would run what they read. */
const FILES: Record<string, string> = {
  "data.txt": "touch marker-a 1 /x/\nfoo touch marker-b 20\ntouch marker-c\n\nbar:baz:3\n",
  f: "one\ntwo\n",
  "list.txt": "f\ndata.txt\n",
};

/** A directory with files to read, and a search path on which nothing is but `touch`. */
export class Playground {
  readonly root = mkdtempSync(join(tmpdir(), "programs-"));
  readonly directory = join(this.root, "here");
  readonly bin = join(this.root, "bin");

  constructor() {
    mkdirSync(this.bin);
    symlinkSync("/usr/bin/touch", join(this.bin, "touch"));
    this.reset();
  }

  /** Which files appeared or changed when this ran; the directory is as before afterwards. */
  changesBy(argv: readonly string[]): string[] {
    const [tool = "", ...rest] = argv;
    spawnSync(tool, rest, {
      cwd: this.directory,
      env: { PATH: this.bin, HOME: this.directory },
      input: FILES["data.txt"],
      timeout: 5000,
      maxBuffer: 1 << 26,
    });
    const names = readdirSync(this.directory);
    const changed = names.filter((name) => readFileSync(join(this.directory, name), "utf8") !== FILES[name]);
    const gone = Object.keys(FILES).filter((name) => !names.includes(name));
    if (changed.length + gone.length > 0) this.reset();
    return [...changed, ...gone];
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }

  private reset(): void {
    rmSync(this.directory, { recursive: true, force: true });
    mkdirSync(this.directory);
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(this.directory, name), text);
  }
}

/** Where each of these tools is; those that are not installed are left out. */
export function pathsOf(...tools: string[]): Map<string, string> {
  const found = tools.map(
    (tool) => [tool, spawnSync("sh", ["-c", `command -v ${tool}`], { encoding: "utf8" })] as const,
  );
  return new Map(found.flatMap(([tool, { status, stdout }]) => (status === 0 ? [[tool, stdout.trim()]] : [])));
}
