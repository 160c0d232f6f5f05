import { detectSandbox } from "../../src/sandbox/detect.ts";
import type { WorkingSandbox } from "../../src/sandbox/sandbox.ts";
import { lacks } from "../system-programs.ts";

/** Everything that a sandbox of Linux promises is tried in each of these. */
export const IMPLEMENTATIONS = ["bubblewrap", "util-linux", "util-linux without perl"] as const;
export type Implementation = (typeof IMPLEMENTATIONS)[number];

const worksHere = (await detectSandbox({ by: "util-linux" })).works;

/** For `skipIf`. util-linux is part of every system, but not every system lets its users make namespaces. */
export function isMissing(implementation: Implementation): boolean {
  switch (implementation) {
    case "bubblewrap":
      return lacks("bwrap", "setpriv");
    case "util-linux":
      return !worksHere || lacks("perl");
    case "util-linux without perl":
      return !worksHere;
  }
}

/** Only perl, or bubblewrap, can have system calls filtered. */
export function hasFilter(implementation: Implementation): boolean {
  return implementation !== "util-linux without perl";
}

export async function sandboxBy(implementation: Implementation): Promise<WorkingSandbox> {
  const found = await detectSandbox({ by: implementation === "bubblewrap" ? "bubblewrap" : "util-linux" });
  if (!found.works) throw new Error(JSON.stringify(found.failure));
  if (found.by !== "util-linux" || hasFilter(implementation)) return found;
  const { perl: _, ip: __, ...programs } = found.programs;
  return { ...found, programs, variant: { ...found.variant, filter: false } };
}
