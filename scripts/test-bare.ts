// `npm test` as on a machine that has Node, npm, git, bash and the basic programs of every system, and nothing else. The
// search path has links to just those. Countersign also looks for some programs in the system's own directories: what a
// bare machine lacks is hidden there, in a mount namespace.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { PROGRAMS, type Program, placesOf } from "../test/system-programs.ts";

const BASIC = `
  [ arch base64 basename bash cat chgrp chmod chown cksum cmp comm cp cut date dd df diff dirname du echo egrep env
  expand expr false fgrep find fmt fold git grep groups gunzip gzip head hostname id join kill ln ls md5sum mkdir mkfifo
  mktemp mv nl node nproc npm npx od paste printenv printf pwd readlink realpath rm rmdir sed seq setsid sh sha1sum sha256sum
  sleep sort split stat stty sync tail tar tee test timeout touch tr true tty uname unexpand uniq wc whoami xargs yes
`.trim();

/** Where Countersign looks for programs whatever the search path says. */
const SYSTEM = ["/usr/bin", "/bin", "/usr/local/bin"].join(delimiter);

const bare = mkdtempSync(join(tmpdir(), "countersign-bare-"));
try {
  linkBasicPrograms();
  process.exitCode = test();
} finally {
  rmSync(bare, { recursive: true });
}

/** Those of the system: npm has put the programs of the checkout's packages before them, and will again. */
function linkBasicPrograms(): void {
  const directories = (process.env["PATH"] ?? "").split(delimiter).filter((entry) => !entry.includes("node_modules"));
  for (const name of BASIC.split(/\s+/)) {
    const program = directories.map((directory) => join(directory, name)).find((file) => existsSync(file));
    if (program !== undefined) symlinkSync(program, join(bare, name));
  }
}

function test(): number {
  const [command = "", ...args] = [...withHidden(programsToHide()), "npm", "test", "--", ...process.argv.slice(2)];
  const { status, error } = spawnSync(command, args, {
    env: { ...process.env, PATH: bare },
    stdio: "inherit",
  });
  if (error) throw error;
  return status ?? 1;
}

/** On Alpine busybox is all of the basic programs at once: it stays. */
function programsToHide(): string[] {
  const needed = new Set(readdirSync(bare).map((name) => realpathSync(join(bare, name))));
  const places = (Object.keys(PROGRAMS) as Program[]).flatMap((program) => placesOf(program, SYSTEM));
  return [...new Set(places.map((place) => realpathSync(place)))].filter((place) => !needed.has(place));
}

/** Starts what follows it where these files cannot be run; it fails where the system does not let us hide them. */
function withHidden(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const user = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
  const hide = 'while [ "$1" != -- ]; do /usr/bin/mount --bind /dev/null "$1" || exit 1; shift; done; shift; exec "$@"';
  return ["/usr/bin/unshare", "--mount", ...user, "/bin/sh", "-c", hide, "sh", ...files, "--"];
}
