import { existsSync, statSync } from "node:fs";
import { projectPaths } from "./file-store/project-paths.ts";
import { type Home, homeDatabaseFile } from "./home.ts";
import type { HomeDatabase } from "./home-database.ts";
import type { Broken, Head, JournalReading } from "./journal.ts";
import { placeMark } from "./seal.ts";
import { ownUserId, userName } from "./user-name.ts";

/** What this machine knows about a journal, besides the journal itself. */
interface Surroundings {
  name: string;
  project: string;
  head: Head | undefined;
  home: Home;
  database: Pick<HomeDatabase, "headsElsewhere">;
}

/** The same finding, with its cause if this machine can tell: the project was moved, another user wrote it … */
export function explainBroken(
  broken: Broken,
  records: JournalReading["records"],
  { name, project, head, home, database }: Surroundings,
): Broken {
  const file = projectPaths(project).journal(name);
  switch (broken.kind) {
    case "unverified":
      return ofAnotherUser(broken, file, "without the key that sealed it") ?? keyIsElsewhere(broken, home);
    case "replaced":
      // Without a record it could not be read.
      return (records.length === 0 ? ofAnotherUser(broken, file, "who may not read it") : undefined) ?? broken;
    case "foreign": {
      const from = database
        .headsElsewhere(project, name)
        .find(({ seq, seal }) => records[seq - 1]?.seal === seal)?.project;
      if (from !== undefined) return writtenIn(broken, from, existsSync(projectPaths(from).journal(name)));
      if (head !== undefined) {
        const message = "The journal was put aside here, or moved away from here, and another one took its place.";
        return { ...broken, cause: "put_aside", message };
      }
      if (records.at(-1)?.place !== placeMark(project)) return broken;
      const message = `The journal was written here, but ${homeDatabaseFile(home)} does not remember it: that file is new, or older than the journal.`;
      return { ...broken, cause: "forgotten", message };
    }
    case "changed":
    case "cut":
    case "missing":
    case "newer":
      return broken;
  }
}

/** A copy leaves the original where it is: its approvals count there, and not here. */
function writtenIn(broken: Broken, from: string, isCopy: boolean): Broken {
  const message = isCopy
    ? `The journal belongs to ${from}, of which this project is a copy: approvals count only there.`
    : `The journal was written in ${from}, before the project was moved here.`;
  return { ...broken, cause: isCopy ? "copied" : "moved", from, message };
}

/** Only for a journal that this user cannot verify or read: with valid seals it does not matter whose file it is. */
function ofAnotherUser(broken: Broken, file: string, limit: string): Broken | undefined {
  const own = ownUserId();
  const owner = statSync(file, { throwIfNoEntry: false })?.uid;
  if (own === undefined || owner === undefined || owner === own) return undefined;
  const user = userName(owner);
  const message = `The journal is another user's: it belongs to ${user}, and you are ${userName(own)}, ${limit}.`;
  return { ...broken, cause: "other_user", user, message };
}

function keyIsElsewhere(broken: Broken, home: Home): Broken {
  return { ...broken, message: broken.message.replace("on this machine", `in ${home.directory}`) };
}
