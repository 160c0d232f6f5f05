import { projectConfigFile } from "../desk/config.ts";
import type { Desk } from "../desk/desk.ts";
import { no, type Outcome } from "../desk/outcome.ts";
import type { Person } from "../desk/persons.ts";
import { writeSetting } from "../desk/write-setting.ts";
import { isError } from "../plan/problem.ts";

/** Whether an idle terminal starts a plan that was approved elsewhere: the setting `auto_run`, as the files have it now. */
export interface AutoRun {
  on: boolean;
  /** Where it is set. */
  from: "default" | "user" | "host" | "project";
  /** The file, if one sets it. */
  file?: string;
}

/** Read again each time: a person may have changed it in another terminal, or a checkout in the project. */
export function autoRun(desk: Desk): AutoRun {
  const { config, sources, problems } = desk.readConfiguration();
  const from = sources.auto_run;
  const files = {
    user: desk.home.config,
    project: projectConfigFile(desk.project),
    host: undefined,
    default: undefined,
  };
  const file = files[from];
  return { on: config.auto_run && !problems.some(isError), from, ...(file !== undefined && { file }) };
}

/** Writes the setting into the person's own file, for all their terminals. A project that keeps it off stays so. */
export function switchAutoRun(desk: Desk, _by: Person, on: boolean): Outcome<AutoRun> {
  const now = autoRun(desk);
  if (on && now.from === "project" && !now.on) {
    return no("wrong_configuration", `This project keeps auto_run off: ${now.file}.`, {
      hint: "A project can only tighten this setting; your own file is unchanged.",
    });
  }
  const written = writeSetting(desk.home.config, "auto_run", on);
  return written.ok ? { ok: true, value: autoRun(desk) } : written;
}

/** Its state, and where it comes from. */
export function autoRunWords({ on, from, file }: AutoRun): string {
  const source = {
    default: "the default",
    user: "your settings",
    host: "the host's settings",
    project: "this project",
  };
  const where = `${source[from]}${file === undefined ? "" : `, ${file}`}`;
  return on
    ? `auto is on (${where}): an idle terminal starts a plan that was approved elsewhere.`
    : `auto is off (${where}): a plan that was approved elsewhere waits until a person runs it.`;
}
