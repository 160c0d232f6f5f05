import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Desk } from "../../src/desk/desk.ts";
import { fillStore } from "../store/fill-store.ts";

/** Longer than the times of a directory need to show every change of it. */
const SETTLED_MS = 100;

/** Makes a project with so many plans, all of which wait for a review, and their rows. */
export async function projectWithPlans(directory: string, count: number): Promise<string> {
  const project = join(directory, `${count}-plans`);
  mkdirSync(project);
  if (count === 0) return project;
  await fillStore(project, count);
  await setTimeout(SETTLED_MS);
  const desk = new Desk({ directory: project });
  await desk.plans({ limit: 1 });
  desk.close();
  return project;
}
