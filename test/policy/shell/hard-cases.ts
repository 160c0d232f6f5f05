import { readFileSync } from "node:fs";

/** Scripts in which it is hard to see what runs. `c1` to `c9` are commands that do not exist. */
export const HARD_CASES: readonly string[] = JSON.parse(
  readFileSync(new URL("hard-cases.json", import.meta.url), "utf8"),
);
