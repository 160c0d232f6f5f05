import type { World } from "../world.ts";

/** What holds at one place of a script, and ends with the shell that place runs in. */
export class Scope {
  /** Variables that certainly have a value the script gave them. */
  assigned: Set<string>;
  /** Functions that are certainly defined. */
  functions: Set<string>;
  /** Where commands may run; nothing when that is not known. */
  directories: readonly string[] | undefined;

  /** The function whose body this is. */
  readonly inFunction: string | undefined;

  constructor(
    directories: readonly string[] | undefined,
    assigned?: Set<string>,
    functions?: Set<string>,
    inFunction?: string,
  ) {
    this.inFunction = inFunction;
    this.directories = directories;
    this.assigned = new Set(assigned);
    this.functions = new Set(functions);
  }

  /** A shell that begins as this one is. */
  copy(): Scope {
    return new Scope(this.directories, this.assigned, this.functions, this.inFunction);
  }

  /** Goes back to what was certain; where commands may run by now stays. */
  forget({ assigned, functions }: Pick<Scope, "assigned" | "functions">): void {
    this.assigned = new Set(assigned);
    this.functions = new Set(functions);
  }

  /** Where commands may run after `cd`, which may have failed; without a target that is not known. */
  enter(target: string | undefined, world: World): void {
    const { directories } = this;
    if (target === undefined || directories === undefined) {
      this.directories = undefined;
      return;
    }
    const all = new Set(directories);
    // `..` after a link leads elsewhere for the shell than for the system.
    for (const directory of directories) {
      all.add(world.resolve(target, directory));
      all.add(normalised(target.startsWith("/") ? target : `${directory}/${target}`));
    }
    this.directories = all.size > MOST_DIRECTORIES ? undefined : [...all];
  }
}

const MOST_DIRECTORIES = 32;

/** A path as the shell reads it: without looking at links. */
function normalised(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
