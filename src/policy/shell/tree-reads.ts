import { type Argument, known, maybeOption, onlyValue } from "./argument.ts";
import type { CommandCall } from "./command.ts";
import { findCommand } from "./find-command.ts";

/** The words of a command that copies, packs, links, compares or serves everything below the directories they name. */
export function treesRead({ name, args }: CommandCall): readonly Argument[] {
  const sources = SOURCES.get(name.values[0]);
  if (sources !== undefined) return sources(args);
  if (findCommand(name.values[0]) !== undefined) return [];
  // A command that is not known may run the words behind it.
  const at = args.findIndex((arg) => SOURCES.has(onlyValue(arg) ?? ""));
  return SOURCES.get(onlyValue(args[at]) ?? "")?.(args.slice(at + 1)) ?? [];
}

type Sources = (args: readonly Argument[]) => readonly Argument[];

const SOURCES: ReadonlyMap<string, Sources> = new Map<string, Sources>([
  ...named("cp gcp", (args) => {
    if (isGiven(args, /^-[a-zA-Z]*[rRa]|^--(?:rec|arc)/)) return allButLast(args);
    // An unknown word may be the option.
    const mayBeGiven = args.some((arg) => arg.values === undefined && maybeOption(arg));
    return mayBeGiven ? allButLast(args).filter(({ values }) => values !== undefined) : [];
  }),
  ...named("scp", (args) => (isGiven(args, /^-[a-zA-Z]*r/) ? allButLast(args) : [])),
  ...named("mv rsync ditto rclone", allButLast),
  ...named("ln", (args) => (isGiven(args, /^-[a-zA-Z]*s|^--sym/) ? operandsOf(args) : [])),
  ...named("tar gtar bsdtar", (args) => (packs(args) ? args.slice(/^[^-]/.test(args[0]?.prefix ?? "-") ? 1 : 0) : [])),
  ...named("zip 7z 7za 7zr 7zz rar pax restic borg duplicity kopia gzip", operandsOf),
  ...named("docker podman nerdctl buildah", (args) => [...operandsOf(args), ...args].flatMap(beforeColon)),
  // Also without -r it compares the files of two directories. A word that may be anything is judged where it is opened.
  ...named("diff colordiff", (args) => operandsOf(args).filter(({ values, below }) => values ?? below)),
  ...named("http-server serve caddy", (args) => args),
  ...named("python python3", (args) => (isGiven(args, /^http\.server$/) ? args : [])),
]);

function named(names: string, sources: Sources): [string, Sources][] {
  return names.split(" ").map((name) => [name, sources]);
}

function isGiven(args: readonly Argument[], pattern: RegExp): boolean {
  return args.some(({ prefix }) => pattern.test(prefix));
}

function operandsOf(args: readonly Argument[]): readonly Argument[] {
  return args.filter(({ prefix }) => !prefix.startsWith("-"));
}

/** The last operand is where they go, unless an option says so. */
function allButLast(args: readonly Argument[]): readonly Argument[] {
  const target = args.findIndex((arg) => /^(?:-t|--target-directory)$/.test(onlyValue(arg) ?? ""));
  const operands = operandsOf(target < 0 ? args : args.filter((_, at) => at !== target + 1));
  return target >= 0 || isGiven(args, /^(?:-t.|--target-directory=)/) ? operands : operands.slice(0, -1);
}

/** Creates an archive, or adds to one. */
function packs(args: readonly Argument[]): boolean {
  return isGiven(args.slice(0, 1), /^[a-zA-Z]*[cruA]/) || isGiven(args, /^-[a-zA-Z]*[cruA]|^--(?:cr|ap|up|con|cat)/);
}

/** `-v $HOME:/x`, `--mount=type=bind,src=/home`: the part in front of the colon is a directory here. */
function beforeColon(arg: Argument): Argument[] {
  return (arg.values ?? []).flatMap((value) =>
    value
      .replace(/^(?:-v|--volume=)/, "")
      .split(/:|,(?:src|source)=|,/)
      .map((part) => known(part.replace(/^(?:src|source)=/, ""), arg)),
  );
}
