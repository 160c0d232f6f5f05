import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlanId } from "../plan/plan.ts";
import { leaves, placesOf } from "./file-store/places.ts";

/** An artifact's bytes; nothing for what is gone or is no file of the plan's own: a link could show anything. */
export function readArtifact(project: string, id: PlanId, name: string): Buffer | undefined {
  const places = placesOf(project);
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
