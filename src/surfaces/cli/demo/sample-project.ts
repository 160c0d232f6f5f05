import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runGit } from "../../../desk/git/launch-git.ts";

/** The agent's task in it. */
export const GOAL = "make the failing tests of slug() pass";

export const SLUG = "src/slug.js";
export const ARTICLE = "src/article.js";
export const TESTS = "test/slug.test.js";
export const README = "README.md";

export const SLUG_BODY = `  return title.toLowerCase().replaceAll(" ", "-");`;

export const LAST_TEST = `test("leaves punctuation out", () => {
  assert.equal(slug(" Hello, world! "), "hello-world");
});
`;

export const README_LINE = "`slug(title)` gives the part of an address that names an article.";

/** A small library with tests, two of which fail. */
export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  "package.json": `{
  "name": "slugs",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  [README]: `# slugs

${README_LINE}
`,
  [SLUG]: `/** The part of an address that names an article. */
export function slug(title) {
${SLUG_BODY}
}
`,
  [ARTICLE]: `import { slug } from "./slug.js";

export function address({ year, title }) {
  return "/articles/" + year + "/" + slug(title);
}
`,
  [TESTS]: `${[
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    'import { slug } from "../src/slug.js";',
  ].join("\n")}

test("joins words by hyphens", () => {
  assert.equal(slug("Apple pie"), "apple-pie");
});

test("takes accents off", () => {
  assert.equal(slug("Crème brûlée"), "creme-brulee");
});

${LAST_TEST}`,
};

/** A real repository with one commit. */
export function makeSampleProject(directory: string, env: NodeJS.ProcessEnv): void {
  for (const [name, text] of Object.entries(SAMPLE_FILES)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const git = (...args: string[]) => {
    try {
      runGit(args, { project: directory, env });
    } catch (cause) {
      throw new Error(`The demonstration needs git, and git ${args[0]} failed: ${String(cause)}`, { cause });
    }
  };
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Demonstration");
  git("config", "user.email", "demonstration@example.org");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Slugs for articles");
}
