import { findProgram } from "./find-program.ts";

const LINES: readonly [program: string, line: (name: string) => string][] = [
  ["apt-get", (name) => `apt-get install ${name}`],
  ["dnf", (name) => `dnf install ${name}`],
  ["yum", (name) => `yum install ${name}`],
  ["pacman", (name) => `pacman -S ${name}`],
  ["apk", (name) => `apk add ${name}`],
  ["zypper", (name) => `zypper install ${name}`],
  ["xbps-install", (name) => `xbps-install ${name}`],
  ["emerge", (name) => `emerge ${name === "bubblewrap" ? "sys-apps/bubblewrap" : name}`],
];

/** The line that installs a package, by the package manager that is found. */
export function installLine(
  name: string,
  has: (program: string) => boolean = isInstalled,
  isRoot: boolean = process.getuid?.() === 0,
): string {
  const sudo = isRoot ? "" : "sudo ";
  const line = LINES.find(([program]) => has(program))?.[1];
  if (line) return `${sudo}${line(name)}`;
  if (has("nix-env")) return `nix-env -iA nixpkgs.${name}`;
  if (has("brew")) return `brew install ${name}`;
  return `Install the package ${name}.`;
}

function isInstalled(program: string): boolean {
  return findProgram(program, "/usr/sbin:/sbin:/run/current-system/sw/bin:/opt/homebrew/bin") !== undefined;
}
