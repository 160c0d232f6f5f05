import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../src/surfaces/cli/commands.ts";

// Who may import what. A room knows itself and the rooms listed for it; everything else is further out.
const ROOMS: Record<string, readonly string[]> = {
  plan: [],
  policy: ["plan"],
  lifecycle: ["plan", "policy"],
  picture: ["plan", "policy", "lifecycle"],
  desk: ["plan", "policy", "lifecycle"],
  sandbox: ["plan", "policy"],
  run: ["plan", "policy", "lifecycle", "desk", "sandbox"],
  acts: ["plan", "policy", "lifecycle", "desk", "sandbox", "run"],
  agent: ["plan", "policy", "lifecycle", "desk", "sandbox", "run", "acts", "picture"],
  team: ["plan", "policy", "lifecycle", "desk", "sandbox", "run", "acts"],
};
const INNER = Object.keys(ROOMS);
const DOORS = new Set(["index.ts", "discord.ts"]);

// Facts about the world come into these rooms as arguments.
const PURE = new Set(["plan", "policy", "lifecycle", "picture"]);
// A page in a browser loads these files, with all that they need of others.
const FOR_BROWSERS = new Set(["picture"]);
const IMPURE = [
  /\bDate\.now\b/,
  /\b(?:new\s+)?Date\(\s*\)|\bnew\s+Date\b(?!\s*\()/,
  /\bperformance\b/,
  /\bMath\.random\b/,
  /\bcrypto\.(?:random|getRandom)/,
  /\b(?:global|globalThis)\s*[.[]/,
  /\bprocess\s*[.[]/,
  /\bfetch\(/,
  /\b(?:setTimeout|setInterval|setImmediate|queueMicrotask)\(/,
  /\bconsole\./,
  /\brequire\(/,
];

type Tree = Record<string, string>;

/** Every import that crosses a wall, and every look at the world from a pure room. */
function violations(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([file, source]) => {
    const code = withoutComments(source);
    const room = roomOf(file);
    const found = importsOf(code).flatMap(({ specifier, names }) => {
      const reason = forbidden(file, room, specifier, names, tree);
      return reason === undefined ? [] : [`${file} imports ${specifier}: ${reason}`];
    });
    if (!PURE.has(room)) return found;
    const bare = withoutTexts(code);
    return [...found, ...IMPURE.flatMap((word) => bare.match(word)?.[0] ?? []).map((word) => `${file} uses ${word}`)];
  });
}

function forbidden(file: string, room: string, specifier: string, names: string, tree: Tree): string | undefined {
  if (!specifier.startsWith(".")) {
    if (room === "acts" && specifier.startsWith("@earendil-works/")) return "acts knows nothing of pi";
    if (!PURE.has(room) || !(specifier.startsWith("node:") || isBuiltin(specifier))) return undefined;
    return specifier === "node:crypto" && names.trim() === "{ createHash }" ? undefined : `${room} is pure`;
  }
  const target = posix.join(posix.dirname(file), specifier);
  if (file.startsWith(PAGE) && target.startsWith(PAGE) && target.endsWith(".css")) return undefined;
  if (!(target in tree)) return "there is no such source";
  const other = roomOf(target);
  if (DOORS.has(file) || other === room) return undefined;
  if (other === "") return "the doors of the house are for those outside";
  if (room.startsWith("surfaces/"))
    return other.startsWith("surfaces/") ? "surfaces never import each other" : undefined;
  return ROOMS[room]?.includes(other) ? undefined : `${room} knows nothing of ${other}`;
}

/** The page of the dashboard runs in browsers. */
const PAGE = "surfaces/web/page/";
const API = "surfaces/web/api/";
const PAGE_ROOMS = new Set(["plan", "policy", "lifecycle", "picture"]);
const PAGE_PACKAGES = ["preact", "@preact/signals", "marked", "dompurify", "diff"];

/** Imports of the page that reach what a browser does not have, directly or through a room, and imports of the page by others. */
function pageViolations(tree: Tree): string[] {
  const into = Object.keys(tree).filter((file) => !file.startsWith(PAGE));
  const intruders = into.flatMap((file) =>
    loadedBy(file, tree).flatMap(({ target }) =>
      target.startsWith(PAGE) ? [`${file} imports ${target}: only a browser loads the page`] : [],
    ),
  );
  const pages = Object.keys(tree).filter((file) => file.startsWith(PAGE));
  const found = [...intruders];
  const seen = new Set(pages);
  const open = [...pages];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const isPage = file.startsWith(PAGE);
    for (const { specifier, target, isType } of loadedBy(file, tree)) {
      const reason = target === "" ? strangePackage(specifier, isPage, isType) : strangeFile(target, isPage, isType);
      if (reason !== undefined) found.push(`${file} imports ${specifier}: ${reason}`);
      if (target in tree && !isType && !seen.has(target)) seen.add(target) && open.push(target);
    }
  }
  return found;
}

function strangePackage(specifier: string, isPage: boolean, isType: boolean): string | undefined {
  if (isType) return undefined;
  if (specifier.startsWith("node:") || isBuiltin(specifier)) return "no browser has it";
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  return !isPage || PAGE_PACKAGES.includes(name) ? undefined : "the page does without it";
}

function strangeFile(target: string, isPage: boolean, isType: boolean): string | undefined {
  if (!isPage || target.startsWith(PAGE) || target === `${API}routes.ts`) return undefined;
  if (target.startsWith(API)) return isType ? undefined : "the page knows only types of the API, and its routes";
  return PAGE_ROOMS.has(roomOf(target)) ? undefined : "the page knows pure rooms and the API only";
}

function loadedBy(file: string, tree: Tree): { specifier: string; target: string; isType: boolean }[] {
  return importsOf(withoutComments(tree[file] ?? "")).map(({ specifier, names }) => {
    const target = specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : "";
    return { specifier, target, isType: isTypeOnly(names) };
  });
}

/** `import type { … }`, or `import { type A, type B }`. */
function isTypeOnly(names: string): boolean {
  const parts = names.replace(/[{}]/g, "").split(",");
  return names !== "" && (/^\s*type\b/.test(names) || parts.every((part) => /^\s*(?:type\s|$)/.test(part)));
}

function isBuiltin(specifier: string): boolean {
  return process.getBuiltinModule(specifier) !== undefined;
}

/** `plan`, `surfaces/cli`, or nothing for the doors. */
function roomOf(file: string): string {
  const [first = "", second = ""] = file.split("/");
  if (first === "surfaces") return `surfaces/${second}`;
  return DOORS.has(first) ? "" : first;
}

function importsOf(code: string): { specifier: string; names: string }[] {
  const declared = code.matchAll(/^\s*(?:import|export)\b([^;"'`]*?)\bfrom\s*["']([^"']+)["']/gm);
  const bare = code.matchAll(/^\s*import()\s*["']([^"']+)["']/gm);
  const dynamic = code.matchAll(/\bimport\(()\s*["'`]([^"'`]+)["'`]/g);
  return [...declared, ...bare, ...dynamic].map(([, names = "", specifier = ""]) => ({ names, specifier }));
}

const TEXT = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

function withoutComments(source: string): string {
  const tokens =
    /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/[^\n]*/g;
  return source.replace(tokens, (token) => (token.startsWith("/") ? " " : token));
}

function withoutTexts(code: string): string {
  return code.replace(TEXT, '""');
}

// What people type is a surface's to say.
const COMMAND_NAMES = COMMANDS.map(({ name }) => name).join("|");
const SURFACE_WORDS = new RegExp(
  [
    String.raw`\bcountersign (?:[a-z]+ )?(?:PLAN-|<|\$\{|--)`,
    String.raw`\bcountersign (?:${COMMAND_NAMES})\b(?!\\n)`,
    String.raw`(?<![.\w])/plans?\b(?!/)`,
  ].join("|"),
);

/** Lines of inner rooms whose texts name a command of a surface. */
function namedCommands(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([file, source]) => {
    if (roomOf(file).startsWith("surfaces/") || DOORS.has(file)) return [];
    const texts = withoutComments(source).match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g) ?? [];
    return texts
      .filter((text) => SURFACE_WORDS.test(text) && !text.startsWith('"..'))
      .map((text) => `${file}: ${text}`);
  });
}

/** One table for the cards of the bot and for the Discord of the test kit. */
const DISCORD_LIMITS = "surfaces/discord/limits.ts";

/** The only file that starts git: it has the guards. */
const LAUNCHER = "desk/git/launch-git.ts";
// Each of these starts programs other than git, and knows why it may.
const STARTS_PROGRAMS = [
  ...[
    "surfaces/cli/demo/app-demo.ts",
    "surfaces/cli/demo/failing-tests.ts",
    "surfaces/cli/demo/stage-desk.ts",
    "surfaces/cli/demo/web-demo.ts",
    "surfaces/terminal/start-dashboard.ts",
    "desk/notify/run-program.ts",
  ],
  ...[
    "desk/open-in-browser.ts",
    "desk/run-editor.ts",
    "run/run-command.ts",
    "sandbox/detect.ts",
    "sandbox/loopback.ts",
    "sandbox/left-processes.ts",
    "sandbox/run.ts",
  ],
];

/** Files that start programs and are not on the list, and those on it that name git. */
function startsGit(tree: Tree): string[] {
  return Object.entries(tree).flatMap(([file, source]) => {
    const code = withoutComments(source).replace(/^\s*import type\b.*$/gm, "");
    if (file === LAUNCHER || !/["'`](?:node:)?child_process["'`]/.test(code)) return [];
    if (!STARTS_PROGRAMS.includes(file)) return [`${file} starts programs`];
    return /["'`](?:[^"'`\n]*\/)?git(?:["'`]|\s+-)/.test(code) ? [`${file} starts git`] : [];
  });
}

const src = fileURLToPath(new URL("../src/", import.meta.url));
const sources: Tree = Object.fromEntries(
  globSync("**/*.{ts,tsx}", { cwd: src }).map((file) => [file, readFileSync(`${src}${file}`, "utf8")]),
);

describe("the house", () => {
  it("has only the rooms that are on the plan", () => {
    const rooms = new Set(Object.keys(sources).map(roomOf));
    expect([...rooms].filter((room) => room !== "" && !INNER.includes(room) && !room.startsWith("surfaces/"))).toEqual(
      [],
    );
    expect(rooms).toContain("plan");
  });

  it("keeps its walls: inner rooms know nothing of outer ones, pure rooms nothing of the world", () => {
    expect(violations(sources)).toEqual([]);
  });

  it("parses command lines in one file, which knows the lines that would take the parser seconds", () => {
    const parses = /import\s*\{[^}]*(?<!type )\bparse\b[^}]*\}\s*from "unbash"/;
    const parsers = Object.entries(sources).filter(([, source]) => parses.test(source));
    expect(parsers.map(([file]) => file)).toEqual(["policy/shell/parse-line.ts"]);
  });
});

/** Imports of Node that a browser would reach from these rooms. Types are not loaded. */
function neededOfNode(tree: Tree): string[] {
  const seen = new Set(Object.keys(tree).filter((file) => FOR_BROWSERS.has(roomOf(file))));
  const found: string[] = [];
  // A set may grow while it is iterated.
  for (const file of seen) {
    const code = withoutComments(tree[file] ?? "").replace(/^\s*(?:import|export) type\b[^;]*;/gm, "");
    for (const { specifier } of importsOf(code)) {
      if (specifier.startsWith(".")) seen.add(posix.join(posix.dirname(file), specifier));
      else if (specifier.startsWith("node:") || isBuiltin(specifier)) found.push(`${file} imports ${specifier}`);
    }
  }
  return found;
}

describe("what a page in a browser loads", () => {
  it("needs nothing of Node", () => {
    expect(neededOfNode(sources)).toEqual([]);
    expect(Object.keys(sources).filter((file) => FOR_BROWSERS.has(roomOf(file))).length).toBeGreaterThan(5);
  });

  it("is followed through other rooms", () => {
    const tree = {
      "picture/a.ts": 'import { digestOf } from "../plan/digest.ts";\nimport type { Desk } from "../desk/desk.ts";',
      "plan/digest.ts": 'import { createHash } from "node:crypto";',
      "desk/desk.ts": 'import { readFileSync } from "node:fs";',
    };
    expect(neededOfNode(tree)).toEqual(["plan/digest.ts imports node:crypto"]);
  });
});

describe("the page of the dashboard", () => {
  it("imports pure rooms, routes and types of the API, and nothing that a browser does not have", () => {
    expect(Object.keys(sources).some((file) => file.startsWith(PAGE) && file.endsWith(".tsx"))).toBe(true);
    expect(pageViolations(sources)).toEqual([]);
  });

  const page: Tree = {
    "plan/plan.ts": "export const plan = 1;",
    "plan/digest.ts": 'import { createHash } from "node:crypto";',
    "plan/uses-digest.ts": 'import { digest } from "./digest.ts";',
    "desk/desk.ts": "export type Desk = 1;",
    "surfaces/web/api/routes.ts": "export const ROUTES = {};",
    "surfaces/web/api/shape.ts": "export const Shape = 1;",
    "surfaces/web/server.ts": "",
    "surfaces/web/page/main.tsx":
      'import { render } from "preact";\nimport "./a.css";\nimport { plan } from "../../../plan/plan.ts";\n' +
      'import type { Shape } from "../api/shape.ts";\nimport { ROUTES } from "../api/routes.ts";',
  };

  it("may be innocent", () => {
    expect(pageViolations(page)).toEqual([]);
  });

  it.each([
    ["surfaces/web/page/a.tsx", 'import { readFileSync } from "node:fs";', "no browser has it"],
    ["surfaces/web/page/a.tsx", 'import { digest } from "../../../plan/uses-digest.ts";', "no browser has it"],
    ["surfaces/web/page/a.tsx", 'import { Hono } from "hono";', "the page does without it"],
    ["surfaces/web/page/a.tsx", 'import type { Desk } from "../../../desk/desk.ts";', "pure rooms and the API only"],
    ["surfaces/web/page/a.ts", 'import { Shape } from "../api/shape.ts";', "only types of the API"],
    ["surfaces/web/page/a.ts", 'import { app } from "../server.ts";', "pure rooms and the API only"],
    ["surfaces/web/app.ts", 'import { Page } from "./page/main.tsx";', "only a browser loads the page"],
  ])("is not where %s says %s", (file, source, reason) => {
    const found = pageViolations({ ...page, [file]: source });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(reason);
  });
});

/** Groups of files that import each other, types included. */
function cycles(tree: Tree): string[][] {
  const of = (file: string) =>
    importsOf(withoutComments(tree[file] ?? ""))
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier }) => posix.join(posix.dirname(file), specifier));
  const reached = (from: string): Set<string> => {
    const found = new Set<string>();
    const open = [from];
    for (let file = open.pop(); file !== undefined; file = open.pop())
      for (const next of of(file)) if (next in tree && !found.has(next)) open.push(next) && found.add(next);
    return found;
  };
  const all = Object.fromEntries(Object.keys(tree).map((file) => [file, reached(file)]));
  return Object.keys(tree).flatMap((file) => {
    const group = [...(all[file] ?? [])].filter((other) => all[other]?.has(file)).sort();
    return group.length > 1 && group[0] === file ? [group] : [];
  });
}

describe("parts know each other by interfaces:", () => {
  it.each(["agent", "acts"])("no files of %s import each other in a circle, types included", (room) => {
    const tree = Object.fromEntries(Object.entries(sources).filter(([file]) => file.startsWith(`${room}/`)));
    expect(cycles(tree)).toEqual([]);
  });

  it("finds a circle of types", () => {
    const tree = {
      "agent/a.ts": 'import type { B } from "./b.ts";',
      "agent/b.ts": 'export const c = () => import("./c.ts");',
      "agent/c.ts": 'import { a } from "./a.ts";',
      "agent/d.ts": 'import { a } from "./a.ts";',
    };
    expect(cycles(tree)).toEqual([["agent/a.ts", "agent/b.ts", "agent/c.ts"]]);
  });
});

describe("the test kit", () => {
  const root = fileURLToPath(new URL("../", import.meta.url));
  const kit = globSync("testing/**/*.ts", { cwd: root });

  it("stands outside the house: of it, it knows inner rooms and the limits of Discord", () => {
    const known = new Set(["desk", "lifecycle", "plan", "run"]);
    const strange = kit.flatMap((file) =>
      importsOf(withoutComments(readFileSync(`${root}${file}`, "utf8"))).flatMap(({ specifier }) => {
        const target = posix.join(posix.dirname(file), specifier);
        if (!specifier.startsWith(".") || target.startsWith("testing/") || target === `src/${DISCORD_LIMITS}`)
          return [];
        return known.has(roomOf(target.replace(/^src\//, ""))) ? [] : [`${file} imports ${target}`];
      }),
    );
    expect(kit.length).toBeGreaterThan(30);
    expect(strange).toEqual([]);
    expect(sources).toHaveProperty([DISCORD_LIMITS]);
  });

  it("is not used by the house", () => {
    const uses = { "desk/a.ts": 'import { FakeClock } from "../../testing/fake-clock.ts";' };
    expect(violations(uses)).toEqual([expect.stringContaining("there is no such source")]);
  });
});

describe("what people type", () => {
  it("is named by surfaces only: inner rooms answer with actions", () => {
    expect(namedCommands(sources)).toEqual([]);
  });

  it.each([
    ["run/a.ts", 'const hint = "countersign plans lists them.";'],
    ["agent/a.ts", "const hint = `/plan resume goes on.`;"],
    ["policy/a.ts", 'const hint = "use /plans";'],
    ["acts/a.ts", 'const hint = "countersign rollback undoes it.";'],
  ])("is found in %s: %s", (file, source) => {
    expect(namedCommands({ [file]: source })).toHaveLength(1);
  });
});

describe("one place starts git:", () => {
  const SPAWN = 'import { spawn } from "node:child_process";\n';

  it("no other source does", () => {
    expect(startsGit(sources)).toEqual([]);
    expect(sources).toHaveProperty([LAUNCHER]);
    expect(STARTS_PROGRAMS.filter((file) => !(file in sources))).toEqual([]);
  });

  it.each([
    ["desk/a.ts", `${SPAWN}spawn("ls");`, "starts programs"],
    ["desk/a.ts", 'const { exec } = await import("child_process");', "starts programs"],
    ["desk/a.ts", 'process.getBuiltinModule("node:child_process").spawnSync(name);', "starts programs"],
    ["sandbox/run.ts", `${SPAWN}spawn("git", ["status"]);`, "starts git"],
    ["sandbox/run.ts", `${SPAWN}spawn("/usr/bin/git", []);`, "starts git"],
    ["sandbox/run.ts", `${SPAWN}exec(\`git -C x status\`);`, "starts git"],
  ])("%s: %s", (file, source, reason) => {
    expect(startsGit({ [file]: source })).toEqual([`${file} ${reason}`]);
  });

  it("others may name it, and know its types", () => {
    const innocent = 'import type { ChildProcess } from "node:child_process";\nconst name = "git";';
    expect(startsGit({ "desk/a.ts": innocent, [LAUNCHER]: SPAWN })).toEqual([]);
  });
});

describe("the walls hold against", () => {
  const innocent: Tree = {
    "index.ts": 'export { plan } from "./plan/plan.ts";\nexport { main } from "./surfaces/cli/main.ts";',
    "plan/plan.ts": 'import { createHash } from "node:crypto";\nexport const plan = 1; // Date.now() is for others',
    "lifecycle/decide.ts": "export const decide = (at: string) => new Date(Date.parse(at)); /* process.exit() */",
    "desk/desk.ts": 'import { readFileSync } from "node:fs";\nimport { plan } from "../plan/plan.ts";\nDate.now();',
    "picture/seal.ts": 'import { plan } from "../plan/plan.ts";',
    "surfaces/cli/main.ts": 'const { desk } = await import("../../desk/desk.ts");',
    "surfaces/web/main.ts": 'import type { Desk } from "../../desk/desk.ts";',
  };

  it("nothing in an innocent house", () => {
    expect(violations(innocent)).toEqual([]);
  });

  it.each([
    ["plan/a.ts", 'import { desk } from "../desk/desk.ts";', "plan knows nothing of desk"],
    ["plan/a.ts", 'import type { Desk } from "../desk/desk.ts";', "plan knows nothing of desk"],
    ["plan/a.ts", 'export * from "../lifecycle/decide.ts";', "plan knows nothing of lifecycle"],
    ["plan/a.ts", 'import {\n  decide,\n} from "../lifecycle/decide.ts";', "plan knows nothing of lifecycle"],
    ["plan/a.ts", 'import "../lifecycle/decide.ts";', "plan knows nothing of lifecycle"],
    ["plan/a.ts", 'const x = await import("../lifecycle/decide.ts");', "plan knows nothing of lifecycle"],
    ["desk/a.ts", 'type Main = import("../surfaces/cli/main.ts").Main;', "desk knows nothing of surfaces/cli"],
    ["desk/a.ts", 'import { plan } from "../index.ts";', "the doors of the house"],
    ["desk/a.ts", 'import { gone } from "./gone.ts";', "there is no such source"],
    ["acts/a.ts", 'import type { Theme } from "@earendil-works/pi-coding-agent";', "acts knows nothing of pi"],
    ["kitchen/a.ts", 'import { plan } from "../plan/plan.ts";', "kitchen knows nothing of plan"],
    ["surfaces/cli/a.ts", 'import { page } from "../web/main.ts";', "surfaces never import each other"],
    ["plan/a.ts", 'import { readFileSync } from "node:fs";', "plan is pure"],
    ["plan/a.ts", 'import { readFileSync } from "fs";', "plan is pure"],
    ["policy/a.ts", 'import { createHash, randomUUID } from "node:crypto";', "policy is pure"],
    ["plan/a.ts", "export const now = Date.now();", "uses Date.now"],
    ["plan/a.ts", "export const now = new Date( );", "uses new Date( )"],
    ["plan/a.ts", "export const now = new Date;", "uses new Date"],
    ["policy/a.ts", "export const luck = Math.random();", "uses Math.random"],
    ["lifecycle/a.ts", "const url = `http://x`; const home = process.env.HOME;", "uses process."],
    ["picture/a.ts", 'import { desk } from "../desk/desk.ts";', "picture knows nothing of desk"],
    ["acts/a.ts", 'import { seal } from "../picture/seal.ts";', "acts knows nothing of picture"],
    ["lifecycle/a.ts", 'await fetch("https://example.org");', "uses fetch("],
    ["lifecycle/a.ts", "setTimeout(() => {}, 1);", "uses setTimeout("],
    ["plan/a.ts", 'const text = "// no comment"; Date.now();', "uses Date.now"],
  ])("%s: %s", (file, source, reason) => {
    const found = violations({ ...innocent, [file]: source });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(reason);
  });
});
