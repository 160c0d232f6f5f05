import { type EmptyTitle, emptyTitleSentence } from "./empty-title.ts";
import { ARTICLE, LAST_TEST, README, README_LINE, SAMPLE_FILES, SLUG, SLUG_BODY, TESTS } from "./sample-project.ts";
import type { ToolUse } from "./tool-use.ts";

/** The model's actions for a step at its first, second … try: the next one if the host's check fails. */
export interface Try {
  words: string;
  calls: ToolUse[];
}

/** Undefined for a step that is not of its own plan: a person may have edited it. */
export function triesFor(step: string, empty: EmptyTitle): Try[] | undefined {
  switch (step) {
    case "pin":
      return replace("I write the test first.", TESTS, LAST_TEST, `${LAST_TEST}\n${testFor(empty)}`);
    case "slug":
      return [
        {
          words: "I change slug(), and while I am here I tidy up article.js as well.",
          calls: [edit(ARTICLE, `"/articles/" + year`, "`/articles/$" + "{year}`"), edit(SLUG, SLUG_BODY, HALF)],
        },
        {
          words: "The check is right, I forgot the punctuation. Now properly, and article.js stays as it is.",
          calls: [edit(SLUG, HALF, body(empty))],
        },
        overwrite(SLUG, SLUG_BODY, body(empty)),
      ];
    case "readme":
      return replace("Now the README.", README, README_LINE, `${README_LINE}\n${emptyTitleSentence(empty)}`);
    default:
      return undefined;
  }
}

/** Passes one test more, but not all: the model is too confident. */
const HALF = `  return title.normalize("NFD").replace(/\\p{M}/gu, "").toLowerCase().replaceAll(" ", "-");`;

function body(empty: EmptyTitle): string {
  const words = [
    `  const plain = title.normalize("NFD").replace(/\\p{M}/gu, "").toLowerCase();`,
    "  const words = plain.match(/[a-z0-9]+/g) ?? [];",
  ].join("\n");
  return empty === "is refused"
    ? `${words}\n  if (words.length === 0) throw new Error("A title needs a letter or a digit.");\n  return words.join("-");`
    : `${words}\n  return words.join("-") || "${empty.becomes}";`;
}

function testFor(empty: EmptyTitle): string {
  const expectation =
    empty === "is refused"
      ? `assert.throws(() => slug("?!"), /letter or a digit/);`
      : `assert.equal(slug("?!"), "${empty.becomes}");`;
  return `test("knows what to do with no letters", () => {\n  ${expectation}\n});\n`;
}

/** An edit; if the file has changed since it was read, the whole file. */
function replace(words: string, file: string, before: string, after: string): Try[] {
  return [{ words, calls: [edit(file, before, after)] }, overwrite(file, before, after)];
}

function overwrite(file: string, before: string, after: string): Try {
  const content = SAMPLE_FILES[file]?.replace(before, () => after) ?? after;
  return { words: `${file} is not as I read it. I write all of it.`, calls: [["write", { path: file, content }]] };
}

function edit(path: string, oldText: string, newText: string): ToolUse {
  return ["edit", { path, edits: [{ oldText, newText }] }];
}
