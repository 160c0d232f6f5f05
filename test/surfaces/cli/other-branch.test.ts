import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RunBench } from "./run-bench.ts";

it("looking at plans on a branch that has none leaves nothing that keeps git from going back", async () => {
  const bench = new RunBench({ git: true });
  const main = bench.git("branch", "--show-current").trim();
  const commit = (...words: string[]) =>
    bench.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", ...words);
  bench.git("switch", "-q", "-c", "planned");
  const id = await bench.signed({ title: "One", steps: [{ id: "a", title: "A", run: "true" }] });
  bench.git("add", ".");
  commit("-m", "the plan");
  expect(bench.git("status", "--porcelain")).toBe("");
  bench.git("switch", "-q", main);
  expect(existsSync(join(bench.project, `.pi/plans/${id}.md`))).toBe(false);
  for (const look of [["plans"], ["show", id], ["inbox"], ["plans"], ["audit"], ["doctor"]]) bench.run(look);
  expect(bench.git("status", "--porcelain", "--untracked-files=all")).toBe("");
  bench.git("switch", "-q", "planned");
  expect(bench.run(["show", id]).out).toContain("approved");
  expect(bench.git("status", "--porcelain")).toBe("");
});
