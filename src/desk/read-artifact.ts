import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlanId } from "../plan/plan.ts";
import { leaves, projectPaths } from "./file-store/project-paths.ts";

/** An artifact's bytes; undefined if it is missing or not a regular file of the plan: a link could show any file. */
export function readArtifact(project: string, id: PlanId, name: string): Buffer | undefined {
  const places = projectPaths(project);
  if (leaves(places.artifactsOf(id), places.plans)) return undefined;
  let fd: number;
  try {
    fd = openSync(join(places.artifactsOf(id), name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    return fstatSync(fd).isFile() ? readFileSync(fd) : undefined;
  } finally {
    closeSync(fd);
  }
}
