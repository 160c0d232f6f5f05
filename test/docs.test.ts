import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromMarkdown } from "mdast-util-from-markdown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Desk } from "../src/desk/desk.ts";
import { localActor } from "../src/desk/persons.ts";
import { FRONT_MATTER_KEYS } from "../src/plan/markdown/front-matter-keys.ts";
import { STEP_FIELDS } from "../src/plan/markdown/step-fields.ts";
import { parsePlan } from "../src/plan/parse-plan.ts";
import { isError } from "../src/plan/problem.ts";
import { readArguments } from "../src/surfaces/cli/command-line.ts";
import { COMMANDS, findCommand, GLOBAL_OPTIONS } from "../src/surfaces/cli/commands.ts";
import { story } from "./library-example.ts";
import { runWhilePlanning } from "./library-host-example.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const pages = globSync("{*,docs/*,docs/decisions/*,docs/surfaces/*}.md", { cwd: root }).sort();

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** The code blocks of a page, by their language. */
function blocks(page: string, ...languages: string[]): { line: number; text: string }[] {
  return fromMarkdown(read(page)).children.flatMap((node) =>
    node.type === "code" && languages.includes(node.lang ?? "")
      ? [{ line: node.position?.start.line ?? 0, text: node.value }]
      : [],
  );
}

describe("the examples of plans", () => {
  const examples = ["docs/plan-format.md", "README.md"].flatMap((page) =>
    existsSync(join(root, page)) ? blocks(page, "markdown", "json").map((block) => ({ page, ...block })) : [],
  );

  it("are all of the shapes that are accepted", () => {
    expect(examples.filter(({ page }) => page === "docs/plan-format.md").length).toBeGreaterThanOrEqual(7);
  });

  it.each(examples)("can be proposed: $page, line $line", async ({ text }) => {
    const parsed = await parsePlan(text, { id: "PLAN-0000abcd" });
    expect("problems" in parsed ? parsed.problems.filter(isError) : []).toEqual([]);
  });
});

describe("the page about the plan file", () => {
  const page = read("docs/plan-format.md");

  it.each(Object.keys(FRONT_MATTER_KEYS))("names the key %s", (key) => expect(page).toContain(`\`${key}\``));

  it.each(STEP_FIELDS.map(({ name }) => name))("names the field %s of a step", (name) => {
    expect(page).toContain(`\`${name}\``);
  });
});

describe("the page about the command line", () => {
  const page = read("docs/command-line.md");

  /** What is said about one command: from its name in bold to the next. */
  function partAbout(name: string): string {
    return page.split(/^(?=\*\*`|## )/m).find((part) => new RegExp(`^\\*\\*\`${name}[ \`]`).test(part)) ?? "";
  }

  it.each(COMMANDS.map(({ name, options }) => [name, options] as const))("tells all about %s", (name, options) => {
    const part = partAbout(name);
    expect(part).not.toBe("");
    for (const [option, { short }] of Object.entries(options)) {
      expect(part).toMatch(new RegExp(`--${option}(?![\\w-])`));
      if (short) expect(part).toMatch(new RegExp(`-${short}(?![\\w-])`));
    }
  });

  it("speaks of no command that does not exist", () => {
    const known = new Set(COMMANDS.map(({ name }) => name));
    const spoken = [...page.matchAll(/^(?:[A-Z]+=\S+ )?countersign ([a-z-]+)/gm)].map(([, name = ""]) => name);
    expect(spoken.length).toBeGreaterThan(20);
    expect(spoken.filter((name) => !known.has(name))).toEqual([]);
  });

  it("names every kind of refusal", () => {
    const unions = `${read("src/lifecycle/refusal.ts")}${read("src/desk/outcome.ts")}`;
    const kinds = [...unions.matchAll(/^ {2}\| "(\w+)"/gm)].map(([, kind = ""]) => kind);
    expect(kinds.length).toBeGreaterThan(40);
    expect(kinds.filter((kind) => !page.includes(`\`${kind}\``))).toEqual([]);
  });

  it("names the options of every command", () => {
    for (const option of Object.keys(GLOBAL_OPTIONS)) expect(page).toContain(`\`--${option}`);
  });
});

describe("the page about recovery", () => {
  const page = read("docs/recovery.md");
  const rows = page.split("\n").filter((line) => line.startsWith("| "));

  it("says for each case what happened, how it looks, and what to do", () => {
    const cases = rows.filter((row) => !row.startsWith("| what happened"));
    expect(cases.length).toBeGreaterThanOrEqual(11);
    const cells = cases.map((row) => row.split(/(?<!\\)\|/).slice(1, -1));
    expect(cells.filter((found) => found.length !== 3 || found.some((cell) => cell.trim() === ""))).toEqual([]);
  });

  it("names only commands that the command line takes as they are written", () => {
    const lines = [...page.matchAll(/`countersign ([^`]+)`/g)].map(([, line = ""]) => line);
    expect(lines.length).toBeGreaterThanOrEqual(5);
    const wrong = lines.filter((line) => {
      const [name = "", ...words] = line.split(" ");
      const command = findCommand(name);
      return command === undefined || "wrong" in readArguments(command, words);
    });
    expect(wrong).toEqual([]);
  });
});

describe("the page about the library", () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "countersign-docs-"));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it("shows the examples that are run here, and no others", () => {
    const shown = blocks("docs/library.md", "ts").map(({ text }) => text.replace('"countersign"', '"../src/index.ts"'));
    const run = ["", "-run", "-program-tools", "-host", "-tools"].map((name) =>
      read(`test/library${name}-example.ts`).trimEnd(),
    );
    expect(shown).toEqual(run);
  });

  it("has an example that tells the story it says it tells", async () => {
    expect(await story(directory, { COUNTERSIGN_HOME: join(directory, "home") })).toEqual([
      "plan.proposed",
      "request.opened",
      "plan.signed",
      "request.answered",
      "plan.approved",
      "request.opened",
      "decision.requested",
      "request.answered",
      "decision.resolved",
    ]);
  });

  it("has an example for hosts that lets a planner look, and records what it may not do", async () => {
    const desk = new Desk({ directory, env: { COUNTERSIGN_HOME: join(directory, "home") } });
    const told: string[] = [];
    desk.listen(({ name }) => told.push(name));
    writeFileSync(join(directory, "file"), "what is there\n");
    await desk.sendAgent("agent-1", { type: "enter" }, localActor({}));
    expect(await runWhilePlanning(desk, "agent-1", "cat file")).toBe("what is there\n");
    expect(await runWhilePlanning(desk, "agent-1", "rm file")).toContain("SHELL_NOT_READ_ONLY: rm deletes files");
    expect(readFileSync(join(directory, "file"), "utf8")).toBe("what is there\n");
    expect(told).toEqual(["agent.planning_entered", "agent.call_judged"]);
    desk.close();
  });

  it("says in the skill which model to suggest", () => {
    expect(read("skills/plan-first/SKILL.md")).toMatch(/`executor_model`[\s\S]*Haiku[\s\S]*In doubt the larger one/);
  });

  it("names every event", () => {
    const names =
      read("src/desk/events.ts").match(/(?<=")(?:plan|step|request|decision|agent|journal)\.\w+(?=")/g) ?? [];
    expect(names.length).toBeGreaterThan(30);
    const page = read("docs/library.md");
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe("every page", () => {
  it.each(pages)("%s links only to what is there", (page) => {
    const targets = [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !existsSync(join(root, dirname(page), target)))).toEqual([]);
  });

  it.each(pages)("%s names only files that exist", (page) => {
    const named = [...read(page).matchAll(/`((?:src|test|bin|bench|scripts|schema|docs)\/[\w./*-]+)`/g)];
    expect(named.map(([, path = ""]) => path).filter((path) => globSync(path, { cwd: root }).length === 0)).toEqual([]);
  });
});
