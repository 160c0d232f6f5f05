import type { DeskEvent } from "../../../desk/events.ts";
import type { ServedProject } from "../handlers/dashboard.ts";
import type { OpenProjects } from "../projects.ts";
import type { Live } from "./live.ts";

const LOOK_EVERY_MS = 1_000;

/** Follows the projects of a server, also those that other commands add to it. Returns a function that ends it. */
export function followProjects(
  live: Live,
  projects: OpenProjects,
  heard: (project: ServedProject, record: readonly DeskEvent[]) => void,
): () => void {
  let known = -1;
  const look = () => {
    const { length } = projects.all();
    if (length === known) return;
    live.follow(projects, heard);
    if (known >= 0) live.tell({ type: "projects" });
    known = length;
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
