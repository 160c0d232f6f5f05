import { accessSync, constants } from "node:fs";
import { join } from "node:path";

/** Package managers, and how each installs packages. */
export const MANAGERS = {
  Debian: "apt-get install",
  Fedora: "dnf install",
  Arch: "pacman -S",
  Alpine: "apk add",
  Homebrew: "brew install",
} as const;

export type Manager = keyof typeof MANAGERS;

/** The package that brings a program; `undefined` where there is none. */
type Packages = Record<Manager, string | undefined>;

const everywhere = (name: string, others: Partial<Packages> = {}): Packages => ({
  ...{ Debian: name, Fedora: name, Arch: name, Alpine: name, Homebrew: name },
  ...others,
});

/** Programs that some tests need and that `npm ci` cannot bring, by the names they are started with. */
export const PROGRAMS = {
  bwrap: everywhere("bubblewrap", { Homebrew: undefined }),
  rg: everywhere("ripgrep"),
  tmux: everywhere("tmux"),
  zsh: everywhere("zsh"),
  fish: everywhere("fish"),
  gawk: everywhere("gawk"),
  mawk: everywhere("mawk"),
  busybox: everywhere("busybox", { Homebrew: undefined }),
  strace: everywhere("strace", { Homebrew: undefined }),
  perl: everywhere("perl"),
  script: everywhere("util-linux", { Debian: "bsdutils", Alpine: "util-linux-misc", Homebrew: undefined }),
  unshare: everywhere("util-linux", { Alpine: "util-linux-misc", Homebrew: undefined }),
  openssl: everywhere("openssl"),
  curl: everywhere("curl"),
  setpriv: everywhere("util-linux", { Alpine: "setpriv", Homebrew: undefined }),
} satisfies Record<string, Packages>;

export type Program = keyof typeof PROGRAMS;

/** Whether the system lacks one of these programs: for `describe.skipIf` and `it.skipIf`. */
export function lacks(...programs: Program[]): boolean {
  return programs.some((program) => !isInstalled(program));
}

/** All programs that tests could use and the system lacks. */
export function missingPrograms(): Program[] {
  return (Object.keys(PROGRAMS) as Program[]).filter((program) => !isInstalled(program));
}

function isInstalled(program: Program): boolean {
  return placesOf(program).length > 0;
}

/** Where a program is, by the search path. */
export function placesOf(program: Program, path = process.env["PATH"] ?? ""): string[] {
  return path.split(":").flatMap((directory) => [join(directory, program)].filter(isExecutable));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The packages that bring these programs. */
export function packagesFor(programs: readonly Program[], manager: Manager): string[] {
  return [...new Set(programs.flatMap((program) => PROGRAMS[program][manager] ?? []))];
}

/** The line of each package manager that installs all of these programs. */
export function installLines(programs: readonly Program[]): string[] {
  return (Object.keys(MANAGERS) as Manager[]).flatMap((manager) => {
    const packages = packagesFor(programs, manager);
    return packages.length > 0 ? [`${manager.padEnd(8)}  ${MANAGERS[manager]} ${packages.join(" ")}`] : [];
  });
}
