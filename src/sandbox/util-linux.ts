import { lstatSync, readFileSync } from "node:fs";
import { FILTER_FD } from "./bubblewrap.ts";
import { GATE_FD } from "./gate.ts";
import { LEFT_FD } from "./left-processes.ts";
import { type Layout, type Mount, surroundings } from "./mounts.ts";
import type { SandboxProfile } from "./profile.ts";
import type { LinuxVariant } from "./sandbox.ts";
import { INIT, LOCK_DOWN, SET_UP } from "./util-linux-scripts.ts";
import { isWithin } from "./within.ts";

/** Absolute paths of the programs it consists of. */
export interface UtilLinuxPrograms {
  unshare: string;
  mount: string;
  umount: string;
  setpriv: string;
  setsid: string;
  sh: string;
  mkdir: string;
  ln: string;
  /** Filters system calls, and brings up the loopback of a closed network. */
  perl?: string;
  /** Brings up the loopback where perl is missing. */
  ip?: string;
}

export interface UtilLinuxCommand {
  profile: SandboxProfile;
  layout: Layout;
  programs: UtilLinuxPrograms;
  variant: LinuxVariant;
  argv: readonly string[];
  bash: string;
  isGated: boolean;
  /** The /proc in which left processes are listed; nothing if they are not listed. */
  listed: LinuxVariant["proc"] | "";
}

/**
 * A command line that lays out the same sandbox as bubblewrap with the programs of util-linux. The script in it is always
 * the same; paths reach it as arguments, or in fstab lines in which every unusual byte is escaped.
 */
export function utilLinuxCommand(command: UtilLinuxCommand): { file: string; args: string[] } {
  const { profile, programs, variant, argv, bash, isGated, listed } = command;
  const { unshare, mount, umount, setpriv, setsid, sh, mkdir, ln, perl = "", ip = "" } = programs;
  const stage = stageFor(command);
  // A shared loopback is up already.
  const isClosed = !profile.network && profile.loopback === undefined;
  const kept = `${variant.filter ? FILTER_FD : ""}${isGated ? GATE_FD : ""}${listed === "" ? "" : LEFT_FD}`;
  const namespaces = ["--user", "--mount", "--pid", "--ipc", "--uts", ...(isClosed ? ["--net"] : [])];
  return {
    file: setpriv,
    args: [
      // The host's death kills unshare, and unshare's death kills the first process of the new pid namespace.
      ...["--pdeathsig", "KILL", unshare, ...namespaces, "--map-current-user", "--keep-caps", "--fork", "--kill-child"],
      ...[sh, "-c", SET_UP, "sh", mount, umount, mkdir, ln, stage, ...stepsOf(command, stage)],
      ...["--", profile.cwd, bash, kept],
      ...lastPrograms({ perl, ip, isClosed, isFiltered: variant.filter }),
      ...[setsid, setpriv, "--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"],
      ...[sh, "-c", INIT, "sh", isGated ? "gated" : "", listed, bash, ...argv],
    ],
  };
}

function lastPrograms(how: { perl: string; ip: string; isClosed: boolean; isFiltered: boolean }): string[] {
  const { perl, ip, isClosed, isFiltered } = how;
  const numbers = process.arch === "arm64" ? "167" : "157";
  if (perl !== "" && (isClosed || isFiltered))
    return ["", perl, "-e", LOCK_DOWN, isClosed ? "lo" : "", isFiltered ? numbers : ""];
  return [isClosed ? ip : ""];
}

/** A directory that is covered while the sandbox is laid out: no path that is laid out lies in it. */
function stageFor({ profile, layout }: UtilLinuxCommand): string {
  const taken = [profile.cwd, ...layout.mounts.map(({ path }) => path)];
  const free = STAGES.find((stage) => isDirectory(stage) && !taken.some((path) => isWithin(path, stage)));
  if (free === undefined) throw new Error(`None of ${STAGES.join(", ")} is free to lay out a sandbox.`);
  return free;
}

const STAGES = ["/sys", "/mnt", "/media", "/srv", "/opt", "/boot"];

/** The devices that a command may open. */
const DEVICES = ["null", "zero", "full", "random", "urandom", "tty"];

/** The arguments of the script: see `SET_UP`. */
function stepsOf({ layout, variant }: UtilLinuxCommand, stage: string): string[] {
  const machine = machineMounts();
  const steps = new Steps();
  if (variant.proc === "own") steps.fresh("/proc", "proc", "ro,nosuid,nodev,noexec");
  for (const name of DEVICES.filter((device) => isDevice(`/dev/${device}`))) {
    steps.line(`${stage}/host/dev/${name}`, `/dev/${name}`, "none", "bind");
    steps.exempt(`/dev/${name}`);
  }
  if (isDirectory("/dev/pts")) {
    steps.fresh("/dev/pts", "devpts", "newinstance,ptmxmode=0666,mode=620,nosuid,noexec");
    steps.exempt("/dev/pts");
    if (isDevice("/dev/ptmx")) {
      steps.line("/dev/pts/ptmx", "/dev/ptmx", "none", "bind");
      steps.exempt("/dev/ptmx");
    }
  }
  // Message queues of the machine's own IPC namespace.
  if (isDirectory("/dev/mqueue")) steps.fresh("/dev/mqueue", "tmpfs", "ro,nosuid,nodev,mode=755");

  const byPath = new Map(layout.mounts.map((mount) => [mount.path, mount]));
  const innerOf = ({ path }: Mount) =>
    layout.mounts.filter((other) => other.path !== path && isWithin(other.path, path));
  for (const mount of layout.mounts) {
    const around = surroundings(mount.path, byPath);
    const isBare = around === "temp" || around === "empty-directory";
    const source = isBare || around === "private" ? `${stage}/host${mount.path}` : mount.path;
    switch (mount.is) {
      case "shown":
        if (isBare) steps.bare(source, mount.path);
        // The machine's mounts are read-only by now, and the list of mounts is checked at the end.
        else if (around === "private") steps.lineIfThere(source, source, mount.path, "none", "rbind");
        else {
          const hasMounts = machine.some(({ path }) => isWithin(path, mount.path));
          steps.line(source, mount.path, "none", hasMounts ? "rbind" : bound("ro", mount.path, machine));
          if (hasMounts) steps.turn("ro", mount.path);
          steps.closed(mount.path);
        }
        break;
      case "open": {
        const isReadOnly = optionsAt(mount.path, machine).includes("ro");
        const hasMounts = machine.some(({ path }) => isWithin(path, mount.path));
        if ((around === "shown" || around === "private") && !isReadOnly && !hasMounts) {
          steps.line(source, mount.path, "none", bound("rw", mount.path, machine));
          steps.exempt(mount.path);
          break;
        }
        if (around === "open") steps.line(source, mount.path, "none", "rbind");
        else if (isBare) steps.bare(source, mount.path);
        else steps.mount("rbind", source, mount.path);
        const parts = [mount.path, ...machine.map(({ path }) => path).filter((path) => isWithin(path, mount.path))];
        const inner = innerOf(mount);
        const isInOther = (path: string) => inner.some((other) => isWithin(path, other.path));
        for (const part of new Set(parts.filter((path) => !isInOther(path)))) {
          if (optionsAt(part, machine).includes("ro")) continue;
          if (around !== "open" || machine.some(({ path }) => path === part)) steps.turn("rw", part);
          steps.exempt(part);
        }
        break;
      }
      case "private": {
        const options = `${bound("rw", mount.source, machine)}${isBare ? ",X-mount.mkdir" : ""}`;
        steps.line(`${stage}/host${mount.source}`, mount.path, "none", options);
        steps.exempt(mount.path);
        break;
      }
      case "temp":
        steps.fresh(mount.path, "tmpfs", `nosuid,nodev,mode=1777${isBare ? ",X-mount.mkdir" : ""}`);
        steps.exempt(mount.path);
        break;
      case "empty-directory":
        // Mount points are made in it as long as it is writable.
        steps.fresh(mount.path, "tmpfs", `${innerOf(mount).length > 0 ? "rw" : "ro"},nosuid,nodev,mode=755`);
        break;
      case "empty-file":
        // A device that may not be opened there: reading it fails, which is clearer than an empty file.
        steps.lineIfThere(mount.path, "/dev/null", mount.path, "none", "bind,ro,nosuid,nodev,noexec");
        break;
      case "link":
        steps.link(mount.target, mount.path);
        break;
    }
  }
  for (const mount of layout.mounts) {
    if (mount.is === "empty-directory" && innerOf(mount).length > 0) steps.turn("ro", mount.path);
  }
  return steps.words();
}

/** Mounts are collected in fstab lines, because one `mount` for all of them takes as long as one for one of them. */
class Steps {
  readonly #words: string[] = [];
  readonly #closed: string[] = [];
  readonly #exempt = new Set<string>();
  readonly #lines: string[] = [];
  #fresh = 0;

  line(source: string, target: string, type: string, options: string): void {
    this.#lines.push("line", fstabLine(source, target, type, options));
  }

  /** For files that may vanish during the set-up, such as sockets. */
  lineIfThere(looked: string, source: string, target: string, type: string, options: string): void {
    this.#lines.push("line-if", looked, fstabLine(source, target, type, options));
  }

  /** A file system of our own. */
  fresh(target: string, type: string, options: string): void {
    this.#fresh += 1;
    this.line(OURS, target, type, options);
  }

  mount(options: string, source: string, target: string): void {
    this.#step("mount", options, source, target);
  }

  /** In a directory that is empty: what it is mounted on has to be made. */
  bare(source: string, target: string): void {
    const isFile = !isDirectory(target);
    if (isFile) this.#step("file", target);
    this.#step("mount", isFile ? "bind" : "rbind,X-mount.mkdir", source, target);
  }

  turn(to: "ro" | "rw", path: string): void {
    this.#step("turn", `remount,bind,${to}`, path);
  }

  link(target: string, path: string): void {
    this.#step("link", target, path);
  }

  /** Must not be writable in the end. */
  closed(path: string): void {
    this.#closed.push("closed", path);
  }

  /** May be writable, or have devices, in the end. Any other mount that has ends it all. */
  exempt(path: string): void {
    this.#exempt.add(asInMountinfo(path));
  }

  words(): string[] {
    this.#flush();
    return [...this.#words, ...this.#closed, "check", OURS, String(this.#fresh), ` ${[...this.#exempt].join(" ")} `];
  }

  #step(...words: string[]): void {
    this.#flush();
    this.#words.push(...words);
  }

  #flush(): void {
    if (this.#lines.length > 0) this.#words.push(...this.#lines.splice(0), "batch");
  }
}

/** The names of this sandbox's own file systems. `mount -a` skips names that are mounted already. */
const OURS = "countersign";

interface MachineMount {
  path: string;
  options: readonly string[];
}

/** Where nothing can be read, nothing is opened. */
function machineMounts(): MachineMount[] {
  const lines = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, , , , point, options] = line.split(" ");
    if (point === undefined || options === undefined) return [];
    const path = point.replace(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
    return [{ path, options: options.split(",") }];
  });
}

function optionsAt(path: string, machine: readonly MachineMount[]): readonly string[] {
  const holding = machine.filter((mount) => isWithin(path, mount.path));
  const deepest = Math.max(...holding.map((mount) => mount.path.length));
  return holding.findLast((mount) => mount.path.length === deepest)?.options ?? ["ro"];
}

/**
 * A restriction that the machine has cannot be lifted, and leaving it out counts as lifting it. With any restriction
 * `mount` sets all of them after it has bound the path, so that `rw` needs no `mount` of its own.
 */
function bound(how: "ro" | "rw", path: string, machine: readonly MachineMount[]): string {
  return `bind,${how},nosuid,nodev${optionsAt(path, machine).includes("noexec") ? ",noexec" : ""}`;
}

function fstabLine(source: string, target: string, type: string, options: string): string {
  return `${escaped(source)} ${escaped(target)} ${type} ${options} 0 0\n`;
}

/** A field of an fstab: every byte that could mean something there in octal. */
function escaped(path: string): string {
  return [...Buffer.from(path)].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : octal(byte))).join("");
}

function isPlain(byte: number): boolean {
  return /[A-Za-z0-9/._-]/.test(String.fromCharCode(byte));
}

/** As the kernel writes the path of a mount. */
function asInMountinfo(path: string): string {
  return path.replace(/[ \t\n\\]/g, (char) => octal(char.charCodeAt(0)));
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, "0")}`;
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isDevice(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isCharacterDevice() ?? false;
}
