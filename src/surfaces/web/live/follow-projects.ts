import type { DeskEvent } from "../../../desk/events.ts";
import type { Projects, ServedProject } from "../handlers/dashboard.ts";
import type { Live } from "./live.ts";

const LOOK_EVERY_MS = 1_000;

/** Follows the projects of a server, also those that other commands add to it. Returns a function that ends it. */
export function followProjects(
  live: Live,
  projects: Projects,
  heard: (project: ServedProject, record: readonly DeskEvent[]) => void,
): () => void {
  let known = -1;
  const look = () => {
    live.follow(projects, heard);
    const { length } = projects.all();
    if (length === known) return;
    if (known >= 0) live.tell({ type: "projects" });
    known = length;
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
