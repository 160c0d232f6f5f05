import type { HomeDatabase } from "../../../desk/home-database.ts";
import { yes } from "../../../desk/outcome.ts";
import type { Live } from "../live/live.ts";
import type { OpenProjects } from "../projects.ts";
import type { Sessions } from "../sign-in/sessions.ts";
import type { Handlers } from "./handler.ts";
import { sessionHandlers } from "./sessions.ts";
import { tokenHandlers } from "./tokens.ts";

export interface PeopleOptions {
  sessions: Sessions;
  projects: OpenProjects;
  database: HomeDatabase;
  live: Pick<Live, "endSessions">;
  version: string;
  planning: { can: boolean; why?: string };
  at: () => string;
}

/** Who is here, and who may be. */
export function peopleHandlers(options: PeopleOptions) {
  return { me: me(options), ...sessionHandlers(options), ...tokenHandlers(options) } satisfies Partial<Handlers>;
}

function me({ projects, version, planning, at }: PeopleOptions): Handlers["me"] {
  return async ({ visitor }) => {
    const server = { version, planning, now: at() };
    // Who is signed out learns nothing of this machine.
    if (visitor === undefined) return yes({ ...server, projects: [] });
    const { name, isLocal: is_local, access, session, actor } = visitor;
    const person = { name, id: actor.person ?? name, is_local, access, session };
    const shown = projects.all().map(({ key, name, directory, desk }) => {
      const wrong = desk.wrongConfiguration();
      return { key, name, directory, ...(wrong && { problem: wrong.refusal.message }) };
    });
    return yes({ ...server, person, projects: shown });
  };
}
