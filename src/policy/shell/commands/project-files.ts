import type { CommandSpec, Judging } from "../command.ts";

/** A file that a program obeys wherever it finds one, whatever it is asked. */
export interface ProjectFile {
  names: readonly string[];
  /** What the program may do because of it. */
  harm: string;
  /** What in its text makes the program do so, if anything. Missing: the file alone is enough. */
  because?: (text: string) => string | undefined;
}

/** A command that obeys such files of the project: harmless only where none of them says anything harmful. */
export function obeying(spec: CommandSpec, ...files: readonly ProjectFile[]): CommandSpec {
  const byName = new Map(files.flatMap((file) => file.names.map((name) => [name, file] as const)));
  // A path ends with the longest of its names.
  const names = [...byName.keys()].sort((one, other) => other.length - one.length);
  return {
    ...spec,
    judge(call, judging) {
      const said = judging.facts.sandboxed ? undefined : harmIn(names, byName, judging);
      if (said !== undefined) {
        const reason = `${call.name.values[0]} ${said.reason}: it is harmless only in the sandbox`;
        judging.find(call.name, "code", reason, said.hint);
      }
      spec.judge?.(call, judging);
    },
  };
}

function harmIn(
  names: readonly string[],
  byName: ReadonlyMap<string, ProjectFile>,
  { facts: { home, world }, directories }: Judging,
): { reason: string; hint: string } | undefined {
  if (directories.length === 0) {
    const reason = "obeys files of the directory it runs in, and that directory is unknown";
    return { reason, hint: "write the directory out" };
  }
  for (const place of directories) {
    // In a home directory lies what the user set up; what is meant lies below it.
    const paths = place === home ? [] : world.find(place, names, place.startsWith(`${home}/`) ? home : undefined);
    for (const path of paths) {
      const name = names.find((each) => path.endsWith(`/${each}`)) ?? "";
      const { harm, because } = byName.get(name) ?? { harm: "" };
      const text = because && world.read(path);
      const fault = because === undefined ? "is there" : text === undefined ? "cannot be read" : because(text);
      if (fault !== undefined) return { reason: `${harm}, and ${name} ${fault}`, hint: `read ${name} instead` };
    }
  }
  return undefined;
}
