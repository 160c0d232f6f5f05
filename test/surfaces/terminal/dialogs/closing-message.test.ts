import { expect, it } from "vitest";
import type { Answer } from "../../../../src/lifecycle/request.ts";
import { closingMessage } from "../../../../src/surfaces/terminal/dialogs/closing-message.ts";
import { BY_ANA } from "./sample-requests.ts";

const answers: [Answer, string][] = [
  [{ kind: "question", text: "a\nb" }, "answered: a ⏎ b (discord)"],
  [{ kind: "confirmation", allow: true }, "allowed it (discord)"],
  [{ kind: "confirmation", allow: false, note: "use\u202e trash" }, "refused it: use‹U+202E› trash (discord)"],
  [{ kind: "decision", selections: ["EdDSA", "RS256"] }, "chose EdDSA, RS256 (discord)"],
  [{ kind: "divergence", choice: "signed" }, "chose the signed text (discord)"],
  [{ kind: "review", verdict: "changes_requested" }, "asked for changes (discord)"],
];

it.each(answers)("tells what was answered: %j", (answer, how) => {
  expect(closingMessage({ at: BY_ANA.at, by: BY_ANA.by, how: "answered", answer })).toEqual({ by: "ana", how });
});

it("tells that it came to an end without an answer", () => {
  const by = { kind: "host", surface: "host", id: "countersign", name: "countersign" } as const;
  expect(closingMessage({ at: BY_ANA.at, by, how: "expired" })).toEqual({
    by: "The request",
    how: "expired",
  });
});
