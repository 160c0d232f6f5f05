import { mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defined } from "../plan/defined.ts";
import { shellWord } from "../plan/shell-word.ts";
import { bubblewrapArguments, FILTER_FD } from "./bubblewrap.ts";
import { cleanUp } from "./clean-up.ts";
import { findProgram } from "./find-program.ts";
import { begun } from "./gate.ts";
import { LEFT_FD } from "./left-processes.ts";
import { joining } from "./loopback.ts";
import { type Layout, layOut, surroundings } from "./mounts.ts";
import { PrivateDirectory } from "./private-directory.ts";
import type { SandboxProfile } from "./profile.ts";
import type { WorkingSandbox } from "./sandbox.ts";
import { seatbeltArguments } from "./seatbelt.ts";
import { findSocketPlaces } from "./socket-places.ts";
import { StandIn } from "./stand-in.ts";
import { systemCallFilter } from "./system-call-filter.ts";
import { utilLinuxCommand } from "./util-linux.ts";
import { isWithin } from "./within.ts";

/** A command that, when it is started, runs in the sandbox. Made for one start: it is laid out over the files of now. */
export interface Wrapped {
  file: string;
  args: readonly string[];
  /** What the program expects to read on descriptor 3, up to its end. */
  filter?: Uint8Array;
  /** It waits on descriptor 4 to be let through: see `keepGate`. */
  isGated: boolean;
  /** To be set as TMPDIR. */
  temp: string;
  /** It lists the processes that it left running on descriptor 5: see `leftIn`. */
  isListed: boolean;
  /**
   * Call it when the command has ended: removes the stand-ins and the protected paths that the command created, and merges its
   * private directories back.
   */
  release(): Released;
}

export interface Released {
  /** Protected paths that the command created and that were removed. */
  trespassed: readonly string[];
  /** Paths that it created beside other steps, that are no files of its step, and that are not kept. */
  unkept: readonly string[];
}

/** For hosts that start processes themselves. They give it `agentEnvironment` and no standard input. */
export function wrapCommand(
  argv: readonly string[],
  profile: SandboxProfile,
  sandbox: WorkingSandbox,
  env: NodeJS.ProcessEnv = process.env,
  { gate = false, list = false }: { gate?: boolean; list?: boolean } = {},
): Wrapped {
  switch (sandbox.by) {
    case "bubblewrap":
    case "util-linux": {
      const filter = sandbox.variant.filter ? systemCallFilter(profile) : undefined;
      const isCovered = filter !== undefined && profile.unixSockets === "none";
      const sockets = findSocketPlaces(env, { listening: !isCovered });
      const variant = { ...sandbox.variant, filter: filter !== undefined };
      const privates = makePrivates(profile);
      const { layout, standIns } = orRelease(privates, () => {
        const laid = layOut(profile, sockets, privates);
        makeMountPoints(laid, privates);
        return { layout: laid, standIns: holdAll(laid.held) };
      });
      const bash = findBash(env, profile.cwd);
      const listed = list ? variant.proc : "";
      const command =
        sandbox.by === "bubblewrap"
          ? {
              file: sandbox.program,
              args: [...bubblewrapArguments(profile, layout, variant), ...begun(argv, { bash, isGated: gate, listed })],
            }
          : utilLinuxCommand({
              profile,
              layout,
              programs: sandbox.programs,
              variant,
              argv,
              bash,
              isGated: gate,
              listed,
            });
      const [first = command.file, ...before] = [...joining(profile.loopback), command.file];
      return {
        file: first,
        args: [...before, ...command.args],
        isGated: gate,
        isListed: list,
        ...defined({ filter }),
        temp: layout.temp,
        release: () => {
          const unkept = privates.flatMap((one) => one.release());
          return { trespassed: cleanUp(standIns, layout), unkept };
        },
      };
    }
    case "seatbelt": {
      const temp = realpathSync.native(mkdtempSync(join(tmpdir(), "countersign-")));
      return {
        file: sandbox.program,
        args: [...seatbeltArguments(profile, temp), ...argv],
        isGated: false,
        isListed: false,
        temp,
        release: () => {
          rmSync(temp, { recursive: true, force: true });
          return { trespassed: [], unkept: [] };
        },
      };
    }
  }
}

function orRelease<Value>(privates: readonly PrivateDirectory[], make: () => Value): Value {
  try {
    return make();
  } catch (error) {
    for (const one of privates) one.release();
    throw error;
  }
}

/** All of them or none. */
function makePrivates({
  private: { layouts, scratch } = { layouts: [], scratch: "" },
}: SandboxProfile): PrivateDirectory[] {
  const made: PrivateDirectory[] = [];
  try {
    for (const layout of layouts) made.push(new PrivateDirectory(layout, scratch));
    return made;
  } catch (error) {
    for (const one of made) one.release();
    throw error;
  }
}

function makeMountPoints({ mounts }: Layout, privates: readonly PrivateDirectory[]): void {
  if (privates.length === 0) return;
  const byPath = new Map(mounts.map((mount) => [mount.path, mount]));
  for (const mount of mounts) {
    if (mount.is === "link" || surroundings(mount.path, byPath) !== "private") continue;
    const isDirectory =
      mount.is !== "empty-file" && (statSync(mount.path, { throwIfNoEntry: false })?.isDirectory() ?? true);
    privates.find(({ path }) => isWithin(mount.path, path))?.makeMountPoint(mount.path, isDirectory);
  }
}

/** A working sandbox implies bash: `detectSandbox` checks for it. */
export function findBash(env: NodeJS.ProcessEnv, project: string): string {
  return findProgram("bash", env["PATH"], project) ?? "/bin/bash";
}

/** All of them or none: if one stand-in fails, nothing runs. */
function holdAll(paths: readonly string[]): StandIn[] {
  const held: StandIn[] = [];
  try {
    for (const path of paths) held.push(new StandIn(path));
    return held;
  } catch (error) {
    for (const standIn of held) standIn.release();
    throw error;
  }
}

/**
 * The same as one line for bash, for hosts that start nothing but lines; `through` is a command that starts another, `list` a
 * pipe for a command that is listed.
 */
export function shellLine({ file, args, filter, temp }: Omit<Wrapped, "release">, through = "", list?: string): string {
  const words = [file, ...args].map(shellWord).join(" ");
  const fed = filter === undefined ? "" : ` ${FILTER_FD}< <(printf '${octal(filter)}')`;
  const listing = list === undefined ? "" : ` ${LEFT_FD}>${shellWord(list)}`;
  return `TMPDIR=${shellWord(temp)} exec ${through && `${through} `}${words}${fed}${listing}`;
}

function octal(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
