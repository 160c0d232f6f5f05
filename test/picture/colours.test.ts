import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { COLOUR_PROPERTIES } from "../../src/picture/colours.ts";

const STYLES = new URL("../../src/surfaces/web/page/styles/", import.meta.url);

it("exported pages and the dashboard have the same colours", () => {
  const tokens = readFileSync(new URL("tokens.css", STYLES), "utf8").replaceAll(/\s+/g, "");
  const own = [...COLOUR_PROPERTIES.matchAll(/(--[\w-]+):(light-dark\([^)]*\))/g)];
  expect(own.length).toBeGreaterThan(20);
  // Where both schemes have one colour, a style sheet names it once; the pencil is of the seal alone.
  const differ = own.flatMap(([, name = "", value = ""]) =>
    tokens.includes(`${name}:${value};`) || name === "--on-ink" || name === "--pencil" ? [] : [`${name}: ${value}`],
  );
  expect(differ).toEqual([]);
});
