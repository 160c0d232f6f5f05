import { answerOf } from "../../desk/git/answer-of.ts";
import { startGit } from "../../desk/git/launch-git.ts";
import type { Algorithm } from "./entry.ts";

/** The repository that git works in, found once: files that a step puts into the project cannot redirect it. */
export interface Place {
  /** Without links. */
  project: string;
  workTree: string;
  gitDir: string;
  commonDir: string;
  /** The repository of our own that has the snapshots: see `store.ts`. */
  store: string;
  algorithm: Algorithm;
  env: NodeJS.ProcessEnv;
}

/** Starts git in the repository. */
export function startGitAt({ gitDir, workTree, project, env }: Place, args: readonly string[]) {
  return startGit([`--git-dir=${gitDir}`, `--work-tree=${workTree}`, ...args], { project, env });
}

/** What git printed, a character for each byte. */
export function askGit(place: Place, args: readonly string[], input = ""): Promise<string> {
  return answerOf(startGitAt(place, args), input);
}
