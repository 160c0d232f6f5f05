import { readFileSync } from "node:fs";

/** One command line of the corpus, and what is known about it. */
export interface Line {
  cmd: string;
  /** Why it is harmless, or what it would change or run. */
  why: string;
  group: string;
  /** A tool it needs beyond bash, coreutils and git. */
  needs?: string;
  /** `false`: only judged, never run, because its effect cannot or must not be seen in a throw-away directory. */
  run?: false;
  /** Harmless for the project, but it writes caches or logs elsewhere: for a sandbox only. */
  sandbox?: true;
}

export interface Corpus {
  /** They change nothing in any repository; the git ones where the repository's configuration is harmless. */
  harmless: Line[];
  /** They change something or run code that is not known. */
  mutating: Line[];
}

/** The commands of the group `git-hostile` are at home in the fixture only: its `vendor/` holds the bait. */
export function loadCorpus(): Corpus {
  return { harmless: read("harmless.jsonl"), mutating: read("mutating.jsonl") };
}

function read(name: string): Line[] {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
