import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

// Words that hide who acts, what is meant or when, and what to write instead. A phrase may go on in the next line.
const RULES = {
  whoever: "name the actor: the process, the approver, the agent, the host, another session",
  nobody: "name the actor: no process, no approver, no session",
  somebody: "name the actor: a person, the approver, the agent, another process",
  anybody: "name the actor: any person, any process",
  "what was": "name the thing: the denied call, the signed text, the unfinished steps",
  anew: "say again, or what is made",
  meanwhile: "say during what",
  "any more": "say since when, or use no longer",
} as const;

type Word = keyof typeof RULES;
type Limits = Readonly<Partial<Record<Word, number>>>;

// How often each may still stand in a folder of `src`, in `testing`, and in a page. Limits only shrink: lower one when you remove a
// word. Pages of decisions and the changelog are history, and not counted.
const LIMITS: Readonly<Record<string, Limits>> = {
  // Words that the classification of messages looks for.
  policy: { nobody: 1, somebody: 2 },
  "docs/policy.md": { nobody: 4, "what was": 1 },
  "docs/sandbox.md": { anybody: 1 },
  "docs/security.md": { whoever: 3, nobody: 6, somebody: 1, "what was": 1, anew: 3, meanwhile: 1, "any more": 2 },
  "docs/surfaces/terminal.md": { nobody: 4, somebody: 2, "what was": 4, meanwhile: 2, "any more": 1 },
  "surfaces/terminal": { nobody: 1, somebody: 2, anybody: 1, "what was": 5 },
};

const root = fileURLToPath(new URL("../", import.meta.url));

describe("words in src, testing and the pages", () => {
  it("hide who acts or what is meant no more often than the limits allow", () => {
    const files = globSync(["{src,testing}/**/*.{ts,tsx}", "{,docs/,docs/surfaces/}[!C]*.md", "CONTRIBUTING.md"], {
      cwd: root,
    }).sort();
    const tree = Object.fromEntries(files.map((file) => [file, readFileSync(`${root}${file}`, "utf8")]));
    expect(tooMany(tree, LIMITS).join("\n")).toBe("");
  });

  it("are found in comments, in strings, and across the lines of a comment", () => {
    const tree = {
      "src/desk/a.ts": '/** Tells what\n * was found. */\nconst text = "Nobody signed.";\n// and what was\n// lost\n',
      "src/surfaces/cli/b.ts": "// Whoever runs it.\n",
    };
    expect(tooMany(tree, { desk: { "what was": 1 } })).toEqual([
      "desk: 1 × nobody, limit 0: name the actor: no process, no approver, no session\n" +
        '  src/desk/a.ts:3: const text = "Nobody signed.";',
      "desk: 2 × what was, limit 1: name the thing: the denied call, the signed text, the unfinished steps\n" +
        "  src/desk/a.ts:1: /** Tells what\n  src/desk/a.ts:4: // and what was",
      "surfaces/cli: 1 × whoever, limit 0: name the actor: the process, the approver, the agent, the host, " +
        "another session\n  src/surfaces/cli/b.ts:1: // Whoever runs it.",
    ]);
    expect(tooMany(tree, { desk: { nobody: 1, "what was": 2 }, "surfaces/cli": { whoever: 1 } })).toEqual([]);
  });
});

interface Found {
  folder: string;
  word: Word;
  /** `src/desk/a.ts:3: const text = …` */
  line: string;
}

/** One paragraph for each folder and word above its limit: the rule, and every line that has the word. */
function tooMany(tree: Readonly<Record<string, string>>, limits: Readonly<Record<string, Limits>>): string[] {
  const all = Object.entries(tree).flatMap(([file, text]) => wordsIn(file, text));
  return Object.entries(Object.groupBy(all, ({ folder, word }) => `${folder}\0${word}`)).flatMap(([, found = []]) => {
    const [first] = found;
    if (first === undefined) return [];
    const { folder, word } = first;
    const limit = limits[folder]?.[word] ?? 0;
    if (found.length <= limit) return [];
    const title = `${folder}: ${found.length} × ${word}, limit ${limit}: ${RULES[word]}`;
    return [[title, ...found.map(({ line }) => `  ${line}`)].join("\n")];
  });
}

function wordsIn(file: string, text: string): Found[] {
  const lines = text.split("\n");
  return words().flatMap((word) => {
    const pattern = new RegExp(String.raw`\b${word.replace(" ", String.raw`(?:\s|\*|//)+`)}\b`, "gi");
    return [...text.matchAll(pattern)].map(({ index }) => {
      const number = text.slice(0, index).split("\n").length;
      return { folder: folderOf(file), word, line: `${file}:${number}: ${lines[number - 1]?.trim() ?? ""}` };
    });
  });
}

function words(): Word[] {
  return Object.keys(RULES) as Word[];
}

/** `plan`, `surfaces/cli`, `testing`; a page, or a file in no folder, is its own. */
function folderOf(file: string): string {
  if (file.endsWith(".md")) return file;
  const [first = "", second = ""] = file.replace(/^src\//, "").split("/");
  return first === "surfaces" ? `surfaces/${second}` : first;
}
