import { describe, expect, it } from "vitest";
import { formOf } from "../../src/acts/request-form.ts";
import type { InboxEntry } from "../../src/desk/requests.ts";
import { callDiff } from "../../src/policy/call-diff.ts";
import { wholeCall } from "../../src/policy/call-words.ts";
import { styleFor } from "../../src/surfaces/cli/style.ts";
import { inboxText } from "../../src/surfaces/cli/text/inbox-text.ts";
import { requestCard } from "../../src/surfaces/discord/cards/request-card.ts";
import { passageLines } from "../../src/surfaces/terminal/dialogs/dialog-lines.ts";
import { requestDialog } from "../../src/surfaces/terminal/dialogs/request-dialog.ts";
import type { Paint } from "../../src/surfaces/terminal/paint.ts";
import { T0 } from "../builders.ts";
import { markdownIn } from "./discord/cards/live-text.ts";
import { asked } from "./terminal/dialogs/stage.ts";

const input = { path: "src/article.js", edits: [{ oldText: '"/articles/" + year', newText: '"/" + year' }] };
const text = 'export function url(year) {\n  return "/articles/" + year;\n}\n';
const diff = callDiff({ tool: "edit", input }, () => ({ text })) ?? "";
const call = { tool: "edit", summary: wholeCall(input), diff, reason: "not signed" };

const REQUESTS: InboxEntry[] = [
  asked({ kind: "amendment", step_id: "a", subagent_id: "a-1", adds: { files: ["src/article.js"] }, ...call }),
  asked({ kind: "confirmation", ...call }),
];

/** A colour shows as its name. */
const NAMED: Paint = {
  fg: (colour, words) => `<${colour}>${words}`,
  bg: (_, words) => words,
  bold: (words) => `<bold>${words}`,
};
const style = {
  ...styleFor(false, {}),
  bold: (words: string) => `<bold>${words}`,
  cyan: (words: string) => `<cyan>${words}`,
  green: (words: string) => `<green>${words}`,
  red: (words: string) => `<red>${words}`,
};

describe.each(REQUESTS)("a call that edits a file, asked as $kind", (request) => {
  it("is a coloured diff with context in the terminal", () => {
    const dialog = requestDialog(formOf(request));
    const lines = dialog === undefined ? [] : passageLines(NAMED, dialog, 78);
    expect(lines.join("\n")).not.toContain("oldText");
    expect(lines.slice(-6)).toEqual([
      "<borderMuted>│ <bold>*** src/article.js",
      "<borderMuted>│ <accent>@@ line 1 @@",
      "<borderMuted>│ <toolDiffContext> export function url(year) {",
      '<borderMuted>│ <toolDiffRemoved>-  return "/articles/" + year;',
      '<borderMuted>│ <toolDiffAdded>+  return "/" + year;',
      "<borderMuted>│ <toolDiffContext> }",
    ]);
  });

  it("is one on the command line", () => {
    const shown = inboxText({ requests: [request], total: 1 }, { style, width: 80, now: new Date(T0) });
    expect(shown).not.toContain("oldText");
    expect(shown).toContain('│ <red>-  return "/articles/" + year;\n  │ <green>+  return "/" + year;\n  │  }\n');
  });

  it("is one in Discord", () => {
    const shown = markdownIn(requestCard(request).components).join("\n");
    expect(shown).not.toContain("oldText");
    expect(shown).toContain(`\`\`\`diff\n${diff}\n\`\`\``);
  });
});
