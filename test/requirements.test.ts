import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { REQUIREMENTS } from "./requirements-table.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "");

/** The sentences of a test file: what follows `it(`, and what follows the table of an `it.each`. */
function sentences(file: string): string[] {
  const found = read(file).matchAll(/(?:\bit\(|\)\()\s*(?:"((?:[^"\\\n]|\\.)*)"|`([^`]*)`)/g);
  return [...found].map(([, quoted, plain]) => (quoted === undefined ? (plain ?? "") : JSON.parse(`"${quoted}"`)));
}

describe("the requirements of the earlier designs", () => {
  const ids = REQUIREMENTS.map(([id]) => id);

  it("are named by their ids, each once", () => {
    expect(ids.filter((id) => !/^(R-00[0-4]-[1-9]\d{0,2}|C[1-9]\d?)$/.test(id))).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("are of every design", () => {
    const counts = Map.groupBy(ids, (id) => id.replace(/-?\d+$/, ""));
    expect([...counts.keys()].sort()).toEqual(["C", "R-000", "R-001", "R-002", "R-003", "R-004"]);
  });

  it.each(REQUIREMENTS)("%s, %s, is answered", (id, _, answer) => {
    if ("test" in answer) {
      expect(sentences(answer.test)).toContainEqual(expect.stringContaining(answer.it));
      expect(read(answer.test)).toContain(answer.row ?? "");
    }
    if (!("decision" in answer)) return;
    const page = read(answer.decision);
    if (answer.names === undefined) expect(page).toMatch(new RegExp(`\\b${id}\\b(?!-)`));
    else expect(page).toContain(answer.names);
  });

  it("that are met otherwise are all on the page that says so, and no others", () => {
    const page = "docs/decisions/2026-11-15-where-we-differ.md";
    const named = read(page).match(/\b(?:R-00\d-\d+|C\d+)\b/g) ?? [];
    // Also those that another page explains: a reader finds all of them in one place.
    const differing = REQUIREMENTS.flatMap(([id, , answer]) => ("decision" in answer ? [id] : []));
    expect([...new Set(named)].sort()).toEqual(differing.sort());
  });
});
