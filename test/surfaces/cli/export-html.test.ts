import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PLAN, Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

describe("export --html", () => {
  it("writes one page, whose policy allows the style that is in it and nothing else", () => {
    bench.write("plan.md", PLAN);
    const { id } = bench.run(["propose", "plan.md", "--json"]).json.plan;
    const written = bench.run(["export", id, "--html", "--out", "plan.html"]);
    expect(written.out).toMatch(/^Wrote plan\.html: \d+ KB/);
    const page = readFileSync(join(bench.project, "plan.html"), "utf8");
    const [, style = ""] = /<style>([^<]*)<\/style>/.exec(page) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page.includes(`style-src 'sha256-${hash}'`)).toBe(true);
    expect(page.includes("Move the invoices")).toBe(true);
    const again = bench.run(["export", id, "--html", "--out", "plan.html", "--json"]);
    expect(again.json.error.message).toContain("already exists");
    expect(bench.run(["export", id, "--html"]).out.startsWith("<!doctype html>")).toBe(true);
    expect(bench.run(["export", "PLAN-99999999", "--html"]).code).toBe(1);
  });
});
