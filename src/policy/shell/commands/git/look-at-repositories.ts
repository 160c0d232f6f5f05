import type { Argument } from "../../argument.ts";
import type { CommandCall, Judging } from "../../command.ts";

const MOST_DIRECTORIES = 64;

/** Refuses git where a repository may make it run a program. In the sandbox no such change lasts. */
export function lookAtRepositories(call: CommandCall, moves: readonly Argument[], judging: Judging): void {
  if (judging.facts.sandboxed) return;
  const directories = moved(moves, judging);
  if (directories === undefined) return;
  if (directories.length === 0) {
    const hint = "stay in the project, or name the directory: git -C directory …";
    judging.find(call.name, "git_configuration", "the repository in which git would run is unknown", hint);
    return;
  }
  for (const directory of directories) {
    const look = judging.facts.world.git(directory);
    if (look.found === "harmless" || look.found === "none") continue;
    const because = look.found === "unknown" ? look.because : look.because.slice(0, 3).join(", ");
    const reason =
      look.found === "unknown"
        ? `the repository of ${directory} could not be looked at: ${because}`
        : `the repository of ${directory} makes git run programs: ${because}`;
    judging.find(call.name, "git_configuration", reason, "read the files themselves, or ask the user to look at it");
    return;
  }
}

/** The directory after every `-C`; undefined if a reason was reported. */
function moved(moves: readonly Argument[], judging: Judging): readonly string[] | undefined {
  let directories = judging.directories;
  for (const move of moves) {
    const { values } = move;
    if (values === undefined || move.count !== "one") {
      const reason = "the directory of git -C is unknown";
      judging.find(move, "git_configuration", reason, "write the directory out");
      return undefined;
    }
    const every = directories.length === 0 ? rooted(values) : directories.flatMap((from) => leading(from, values));
    directories = [...new Set(every)];
    if (directories.length > MOST_DIRECTORIES) {
      judging.find(move, "git_configuration", "git would run in too many directories", "name a few of them");
      return undefined;
    }
  }
  return directories;

  /** `-C ""` stays. */
  function leading(from: string, values: readonly string[]): string[] {
    return values.map((value) => (value === "" ? from : judging.facts.world.resolve(value, from)));
  }

  /** From an unknown directory, only absolute paths lead to a known one. */
  function rooted(values: readonly string[]): string[] {
    return values.every((value) => value.startsWith("/")) ? leading("/", values) : [];
  }
}
