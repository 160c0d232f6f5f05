import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { buildFixture } from "../../../corpus/fixture.ts";

/** A throw-away place: a project full of bait, a home, a temp directory, and a neighbour. All of it is looked at. */
export class Ground {
  readonly root: string;
  readonly project: string;
  readonly home: string;
  readonly temp: string;
  readonly #template: string;

  constructor(root: string) {
    this.root = join(root, "here");
    this.#template = join(root, "template");
    this.project = join(this.root, "project");
    this.home = join(this.root, "home");
    this.temp = join(this.root, "temp");
    furnish(this.#template);
    this.renew();
  }

  /** As if nothing had ever happened. */
  renew(): void {
    rmSync(this.root, { recursive: true, force: true });
    execFileSync("cp", ["-a", this.#template, this.root]);
  }

  /**
   * Every name, kind, owner, mode, time and content, so that two looks can be compared. Only when the temp directory
   * itself was last written is left out: a temporary file that is gone again is no change.
   */
  fingerprint(): string {
    const hash = createHash("sha256");
    look(
      this.root,
      (path) => path === this.temp,
      (line) => hash.update(`${line}\n`),
    );
    return hash.digest("hex");
  }

  /** What is there now and was not in the beginning, for messages. */
  strangers(): string[] {
    const known = new Set(readdirSync(this.#template, { recursive: true, encoding: "utf8" }));
    return readdirSync(this.root, { recursive: true, encoding: "utf8" }).filter((path) => !known.has(path));
  }
}

function look(directory: string, isTimeless: (path: string) => boolean, tell: (line: string) => void): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const about = lstatSync(path);
    const times = isTimeless(path) ? [] : [about.mtimeMs, about.ctimeMs];
    tell([path, about.mode, about.uid, about.gid, about.nlink, about.ino, ...times].join(" "));
    if (about.isDirectory()) look(path, isTimeless, tell);
    else if (about.isSymbolicLink()) tell(readlinkSync(path));
    else if (about.isFile()) tell(readFileSync(path, "latin1"));
  }
}

const MARK = "#!/bin/sh\ntouch marker-by-script\n";

function furnish(root: string): void {
  const project = join(root, "project");
  for (const directory of ["home", "temp", "beside"]) mkdirSync(join(root, directory), { recursive: true });
  buildFixture(project);
  const files = {
    // Patterns turn these names into options, and bad quoting turns them into commands. Each has a directory to itself
    // where it would spoil the others.
    "-omarker": "b\na\n",
    "a b.txt": "two words\n",
    "$(touch marker).txt": "x\n",
    "`touch marker`": "x\n",
    ";touch marker;": "x\n",
    "x[$(touch marker)]": "x\n",
    "> marker": "x\n",
    "names/long/--output=marker": "x\n",
    "names/long/a.txt": "x\n",
    "names/find/-fprint": "x\n",
    "names/find/marker": "x\n",
    "names/sed/-newmarker": "x\n",
    "names/sed/a.txt": "x\n",
    "names/awk/-fmark.awk": "x\n",
    "names/awk/mark.awk": 'BEGIN { system("touch marker") }\n',
    "names/two/a.txt": "x\n",
    "names/two/b.txt": "y\n",
    "names/env/IFS=x": "x\n",
    "names/env/touch": "x\n",
    "names/env/zmarker": "x\n",
    // Lines that hurt when somebody runs them, or takes them for options or numbers.
    "lines.txt": "touch marker\n-o marker\n$(touch marker)\nx[$(touch marker)]\n`touch marker`\n; ./mark\n",
    "numbers.txt": "3\n1\n2\n",
    "one.json": '{"name":"one","list":[1,2,3],"deep":{"key":"value"}}\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  writeFileSync(join(project, "mark"), MARK);
  chmodSync(join(project, "mark"), 0o755);
  plantRepository(join(project, "hostile"));
  // What an interactive shell reads. Login files are no bait: the analysis takes them for the user's own (bash -lc).
  writeFileSync(join(root, "home", ".bashrc"), "touch marker\n");
  writeFileSync(join(root, "beside", "file"), "beside\n");
}

/** A repository in which nearly everything git can be asked runs a program. */
function plantRepository(directory: string): void {
  mkdirSync(directory);
  const git = (...args: string[]) =>
    execFileSync("git", args, {
      cwd: directory,
      stdio: "ignore",
      env: { PATH: process.env["PATH"], HOME: directory, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    });
  writeFileSync(join(directory, "a.bin"), "before\n");
  writeFileSync(join(directory, "a.txt"), "text\n");
  writeFileSync(join(directory, ".gitattributes"), "*.bin diff=mark filter=mark\n");
  git("init", "--quiet", "--initial-branch=main", ".");
  git("add", "--all");
  git("-c", "user.name=Eve", "-c", "user.email=eve@example.com", "commit", "--quiet", "--message=Bait");
  // As long as before: git has to look into it to see the change, and filters what it sees.
  writeFileSync(join(directory, "a.bin"), "behind\n");
  const settings = {
    "core.fsmonitor": "touch marker",
    "core.pager": "touch marker; cat",
    "core.sshCommand": "touch marker",
    "diff.external": "touch marker",
    "diff.mark.textconv": "touch marker; cat",
    "filter.mark.clean": "touch marker; cat",
    "filter.mark.smudge": "touch marker; cat",
    "alias.look": "!touch marker",
    "gpg.program": "../mark",
    "pager.log": "touch marker; cat",
  };
  for (const [key, value] of Object.entries(settings)) git("config", key, value);
}
