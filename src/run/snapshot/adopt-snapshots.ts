import { dirname } from "node:path";
import { answerOf } from "../../desk/git/answer-of.ts";
import { GitFailed } from "../../desk/git/git-failed.ts";
import { startGit } from "../../desk/git/launch-git.ts";
import type { PlanId } from "../../plan/plan.ts";
import { copyObjects } from "./copy-objects.ts";
import type { Place } from "./git.ts";
import { REFS, refsOf } from "./snapshot-name.ts";
import { abandonedStores, askStore, makeStore } from "./store.ts";
import { whileKept } from "./store-lock.ts";

/**
 * Brings the snapshots of a plan into the store: from the project, where earlier versions kept them, or from the store
 * that the repository had before it was moved. Those that are damaged stay where they are.
 */
export async function adoptSnapshots(place: Place, plan: PlanId): Promise<void> {
  // The store of a home is two directories below it.
  const abandoned = abandonedStores(dirname(dirname(place.store))).map(({ store }) => store);
  for (const source of [place.gitDir, ...abandoned.filter((store) => store !== place.store)]) {
    try {
      const refs = await refsIn(place, source, plan);
      if (refs.length === 0) continue;
      makeStore(place);
      await whileKept(place.store, () => copy(place, source, refs));
      await forgetIn(place, source, refs);
      return;
    } catch (error) {
      if (!(error instanceof GitFailed)) throw error;
    }
  }
}

interface Ref {
  id: string;
  name: string;
}

/** Refs of ours in another repository: of a plan, or of all plans. */
export async function refsIn(place: Place, gitDir: string, plan?: PlanId): Promise<Ref[]> {
  const below = plan === undefined ? `${REFS}/` : `${refsOf(plan)}/`;
  const listed = await answerOf(start(place, gitDir, ["for-each-ref", "--format=%(objectname) %(refname)", below]));
  return listed.split("\n").flatMap((line) => {
    const [, id, name] = /^([0-9a-f]+) (.+)$/.exec(line) ?? [];
    return id === undefined || name === undefined ? [] : [{ id, name }];
  });
}

export async function forgetIn(place: Place, gitDir: string, refs: readonly Ref[]): Promise<void> {
  const commands = refs.map(({ name }) => `delete ${name}\0\0`).join("");
  await answerOf(start(place, gitDir, ["update-ref", "--no-deref", "--stdin", "-z"]), commands);
}

async function copy(place: Place, gitDir: string, refs: readonly Ref[]): Promise<void> {
  await copyObjects(
    place,
    gitDir,
    refs.map(({ id }) => id),
  );
  const commands = refs.map(({ id, name }) => `update ${name}\0${id}\0\0`).join("");
  await askStore(place, ["update-ref", "--no-deref", "--stdin", "-z"], commands);
}

function start({ project, env }: Place, gitDir: string, args: readonly string[]) {
  return startGit([`--git-dir=${gitDir}`, ...args], { project, env });
}
