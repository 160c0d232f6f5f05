import { basename } from "node:path";
import { Desk } from "../../desk/desk.ts";
import type { HomeDatabase } from "../../desk/home-database.ts";
import { no, type Outcome, yes } from "../../desk/outcome.ts";
import { projectKey } from "../../desk/project-key.ts";
import { servedProjects } from "../../desk/served-projects.ts";
import { defined } from "../../plan/defined.ts";
import type { Projects, ServedProject } from "./handlers/dashboard.ts";

export interface ProjectsOptions {
  port: number;
  env: NodeJS.ProcessEnv;
  /** The clock of the desks; by default the system's. */
  now?: (() => Date) | undefined;
  log(line: string): void;
}

/** The projects of one server, each with one desk. The list is in `home.db`: other commands of the user add to it. */
export class OpenProjects implements Projects {
  readonly #home: HomeDatabase;
  readonly #options: ProjectsOptions;
  readonly #open = new Map<string, ServedProject>();
  readonly #problems = new Map<string, string>();

  constructor(home: HomeDatabase, options: ProjectsOptions) {
    this.#home = home;
    this.#options = options;
  }

  all(): readonly ServedProject[] {
    return servedProjects(this.#home, this.#options.port).flatMap((directory) => this.#opened(directory) ?? []);
  }

  find(key: string): Outcome<ServedProject> {
    const found = this.#open.get(key) ?? this.all().find((project) => project.key === key);
    return found ? yes(found) : no("not_found", `This server has no project ${key}.`);
  }

  /** Why a project cannot be used, by its directory. */
  problems(): ReadonlyMap<string, string> {
    return this.#problems;
  }

  close(): void {
    for (const { desk } of this.#open.values()) desk.close();
    this.#open.clear();
  }

  #opened(directory: string): ServedProject | undefined {
    const key = projectKey(directory);
    const open = this.#open.get(key);
    if (open !== undefined) return open;
    try {
      const { env, now } = this.#options;
      const desk = new Desk({ directory, env, ...defined({ now }) });
      const project = { key, name: basename(directory) || directory, directory, desk };
      this.#open.set(key, project);
      this.#problems.delete(directory);
      return project;
    } catch (error) {
      const why = (error as Error).message;
      if (this.#problems.get(directory) !== why) this.#options.log(`${directory} cannot be shown: ${why}`);
      this.#problems.set(directory, why);
      return undefined;
    }
  }
}
