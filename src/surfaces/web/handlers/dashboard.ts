import type { Desk } from "../../../desk/desk.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import type { Live } from "../live/live.ts";
import type { Plannings } from "../plannings.ts";
import type { Runs } from "../runs.ts";

/** A project that the server shows. Its desk lasts as long as the server. */
export interface ServedProject {
  /** Its address on this server. */
  key: string;
  name: string;
  directory: string;
  desk: Desk;
}

export interface Projects {
  /** Those that can be used, in the order in which they were named. */
  all(): readonly ServedProject[];
  find(key: string): Outcome<ServedProject>;
}

/** What the handlers need of the server around them. */
export interface Dashboard {
  projects: Projects;
  /** For commands of steps and for git: without keys and tokens. */
  env: NodeJS.ProcessEnv;
  /** Of Countersign. */
  version: string;
  runs: Runs;
  plannings: Plannings;
  live: Live;
}
