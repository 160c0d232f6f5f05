import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import config from "../vitest.config.ts";

const hasHooks = (source: string) => /^(?:after|before)(?:Each|All)\(/m.test(source);

describe("files of tests that take turns in one process", () => {
  it("share no hooks: only the first of them would load those", () => {
    const shared = globSync("test/**/*.ts").filter((file) => !/\.test\.ts$|^test\/set-up-/.test(file));
    expect(shared.length).toBeGreaterThan(40);
    expect(shared.filter((file) => hasHooks(readFileSync(file, "utf8")))).toEqual([]);
    expect(hasHooks('import "x";\nafterEach(() => {});\n')).toBe(true);
  });

  it("open no session of pi, whose marks hold for a whole process", () => {
    const projects = config.test?.projects as { test: { name: string; include: string[]; exclude: string[] } }[];
    const { include = [], exclude = [] } = projects.find(({ test }) => test.name === "together")?.test ?? {};
    const together = globSync(include).filter((file) => !exclude.includes(file));
    expect(together.length).toBeGreaterThan(80);
    const opens = (file: string) =>
      /bench\/(?:rpc|session|terminal|tmux)\.ts|stand\.ts/.test(readFileSync(file, "utf8"));
    expect(together.filter(opens)).toEqual([]);
    expect(opens("test/agent/plan-mode.test.ts")).toBe(true);
  });
});
