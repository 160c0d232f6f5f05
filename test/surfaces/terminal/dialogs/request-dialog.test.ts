import { describe, expect, it } from "vitest";
import { formOf } from "../../../../src/acts/request-form.ts";
import type { InboxEntry } from "../../../../src/desk/requests.ts";
import type { RunRequest } from "../../../../src/lifecycle/request.ts";
import { requestDialog } from "../../../../src/surfaces/terminal/dialogs/request-dialog.ts";
import { asked } from "./stage.ts";

const AMENDMENT = {
  ...{ kind: "amendment", step_id: "a", subagent_id: "a-1", tool: "write", summary: "README.md", reason: "not signed" },
  adds: { tools: ["write"] },
} satisfies Partial<RunRequest>;

const dialogOf = (request: InboxEntry) => requestDialog(formOf(request));
const labels = (request: InboxEntry) => dialogOf(request)?.entries.map(({ label }) => label);

describe("the dialog about more scope for a step", () => {
  it("offers to add it where one signature suffices", () => {
    expect(labels(asked(AMENDMENT))).toContain("Add it to the step");
  });

  it("does not where several stand for the plan, and says why", () => {
    const request = asked({ ...AMENDMENT, quorum: 2 });
    expect(labels(request)).toEqual(["Allow once", "Refuse", "Refuse, and say what to do instead…"]);
    expect(dialogOf(request)?.passages.at(-1)).toMatchObject({
      text: expect.stringContaining("This plan needs 2 signatures"),
    });
  });

  it("spells out what is hidden in its reason", () => {
    const dialog = dialogOf(asked({ ...AMENDMENT, reason: "fine\u001b[2J" }));
    expect(dialog?.passages[0]).toEqual({ kind: "note", text: "fine‹U+001B›[2J" });
  });
});

describe("a dialog", () => {
  it("lets nothing happen that the person has not chosen: no entry of it has the cursor", () => {
    for (const subject of [
      AMENDMENT,
      { kind: "budget", of: "plan", what: "cost", used: 2, limit: 1 },
      { kind: "interruption", step_id: "a", why: "" },
      { kind: "confirmation", tool: "bash", summary: "x", reason: "" },
    ] as const) {
      const dialog = dialogOf(asked(subject));
      expect(dialog?.first).toBeUndefined();
      expect(dialog?.entries[0]?.lets).toBe(true);
    }
  });

  it("has none for a review", () => {
    expect(dialogOf(asked({ kind: "review", revision: 1, digest: "sha256:x" }))).toBeUndefined();
  });
});
