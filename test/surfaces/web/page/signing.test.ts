import { signal } from "@preact/signals";
import { describe, expect, it } from "vitest";
import { changesOf, countOf } from "../../../../src/surfaces/web/page/plan/document/changes-of.ts";
import { EMPTY } from "../../../../src/surfaces/web/page/plan/draft.ts";
import { commandKey, partsOf } from "../../../../src/surfaces/web/page/plan/seen/parts.ts";
import { beatenBy } from "../../../../src/surfaces/web/page/plan/sign/beaten.ts";
import { scopeOf } from "../../../../src/surfaces/web/page/plan/sign/scope-of.ts";
import {
  actWords,
  digestWords,
  drawnTo,
  isTooEarly,
  signingOf,
} from "../../../../src/surfaces/web/page/plan/sign/signing.ts";
import { DIGEST, PLAN, reviewPage } from "./review-fixture.ts";

function signing(seenKeys: readonly string[], leftOut: string[] = []) {
  const page = reviewPage();
  return signingOf({
    page,
    plan: PLAN,
    draft: signal({ ...EMPTY, leftOut }),
    seen: { has: (key) => seenKeys.includes(key) },
  });
}

describe("what stands before a signature", () => {
  it("is every command that runs, in the order of the plan, and every part that was not seen", () => {
    const { commands, unshown, unseen } = signing([]);
    expect(commands.map(({ place, field }) => `${place + 1} ${field}`)).toEqual([
      "2 verify",
      "3 verify",
      "4 run",
      "4 verify",
      "5 verify",
      "6 verify",
      "7 run",
    ]);
    expect(unshown).toEqual(commands);
    expect(unseen).toEqual(partsOf(PLAN));
  });

  it("is not a command that was shown, or of a step that is left out", () => {
    const { commands, unshown } = signing([commandKey({ step: "add-table", field: "run" })], ["whole-suite"]);
    expect(commands.map(({ step }) => step)).not.toContain("whole-suite");
    expect(unshown.map(commandKey)).not.toContain("command:add-table:run");
    expect(unshown.map(commandKey)).toContain("command:add-table:verify");
  });

  it("is named on the button", () => {
    expect(actWords(signing([]))).toBe("Approve, 19 parts unseen");
    expect(
      actWords(
        signing(
          partsOf(PLAN)
            .slice(1)
            .map(({ key }) => key),
        ),
      ),
    ).toBe("Approve, 1 part unseen");
    expect(actWords(signing(partsOf(PLAN).map(({ key }) => key)))).toBe("Approve");
  });
});

describe("the second act", () => {
  it("is not taken in the first half second, nor from a key that is held down", () => {
    expect(isTooEarly({ timeStamp: 1499 }, 1000)).toBe(true);
    expect(isTooEarly({ timeStamp: 1500 }, 1000)).toBe(false);
    expect(isTooEarly({ timeStamp: 9000, repeat: true }, 1000)).toBe(true);
  });

  it("by drawing ends where the line ends", () => {
    const line = { left: 20, width: 356 };
    expect(drawnTo(20, line, 56)).toBe(0);
    expect(drawnTo(20 + 28 + 150, line, 56)).toBe(0.5);
    expect(drawnTo(20 + 356, line, 56)).toBe(1);
  });

  it("shows the digest whole, or so that it can be told from others", () => {
    expect(digestWords(DIGEST, true)).toBe("5b0f7e21 a49c03d8 77e1f0b2 6d5a9c14 e83b20f7 19cd4e66 0fa8b35d 41aac9d4");
    expect(digestWords(DIGEST, false)).toBe("5b0f 7e21 … 41aa c9d4");
  });
});

describe("a sheet that others were faster than", () => {
  const opened = { revision: 3, digest: DIGEST };
  const now = new Date();
  const earlier = (seconds: number): string => new Date(now.getTime() - seconds * 1000).toISOString();
  const BEN = { kind: "person", surface: "discord", id: "77", name: "Ben Osei", person: "ben" } as const;

  it("can be signed while nothing has changed, and while others sign too", () => {
    expect(beatenBy(reviewPage(), opened, "ada", now)).toBeUndefined();
  });

  it("says that there is a newer revision, and how it differs", () => {
    const shown = { revision: 4, digest: "sha256:44", is_signed: false, proposed_by: BEN, at: earlier(20) };
    expect(beatenBy(reviewPage({ shown }), opened, "ada", now)).toEqual({
      by: "revision",
      title: "Not signed: there is a revision 4.",
      words: "It was proposed 20 s ago, while you read revision 3. 5 steps differ. Your comments are kept.",
    });
  });

  it("says who answered, where, what and when", () => {
    const reviews = [
      {
        at: earlier(4),
        by: BEN,
        revision: 3,
        digest: DIGEST,
        verdict: "changes_requested",
        feedback: "Not before Friday.",
      },
    ] as const;
    expect(beatenBy(reviewPage({ status: "changes_requested", reviews: [...reviews] }), opened, "ada", now)).toEqual({
      by: "person",
      title: "Not signed: Ben Osei was first.",
      words: "Ben Osei sent back revision 3 in Discord, 4 s ago. “Not before Friday.” Your comments are kept.",
    });
  });

  it("takes no answer to an earlier revision for one to this, though its text is the same", () => {
    const review = { at: earlier(60), by: BEN, digest: DIGEST, verdict: "changes_requested", feedback: "No." } as const;
    expect(beatenBy(reviewPage({ reviews: [{ ...review, revision: 2 }] }), opened, "ada", now)).toBeUndefined();
  });

  it("says where the same person has answered already", () => {
    const me = { ...BEN, surface: "terminal", person: "ada" } as const;
    const signatures = [{ by: me, at: earlier(9) }];
    expect(beatenBy(reviewPage({ status: "executing", signatures }), opened, "ada", now)).toEqual({
      by: "person",
      title: "You have answered already.",
      words: "You signed revision 3 in the terminal, 9 s ago. It needs no further signature.",
    });
    const review = { at: earlier(4), by: me, revision: 3, digest: DIGEST, verdict: "rejected", feedback: "" } as const;
    expect(beatenBy(reviewPage({ status: "rejected", reviews: [review] }), opened, "ada", now)?.title).toBe(
      "You have answered already.",
    );
  });

  it("says that the plan has all its signatures", () => {
    const signatures = [{ by: BEN, at: earlier(9) }];
    const found = beatenBy(reviewPage({ status: "executing", signatures }), opened, "ada", now);
    expect(found?.words).toBe("Ben Osei signed revision 3 in Discord, 9 s ago. It needs no further signature.");
  });
});

describe("what a plan may touch", () => {
  it("names places, tools and commands, and steps that are not limited", () => {
    const lines = scopeOf(PLAN, { network: false, sandbox: "bubblewrap" });
    expect(Object.fromEntries(lines.map(({ label, words }) => [label, words]))).toMatchObject({
      commands: "2 run, 5 check",
      network: "off for commands",
      writes: "7 places in test, src, db and docs; steps 7 and 9 anywhere in the project",
    });
    const open = scopeOf({ steps: [{ id: "a", title: "A" }] }, { network: true, sandbox: "none" });
    expect(open.filter(({ isOpen }) => isOpen).map(({ label }) => label)).toEqual(["writes", "tools"]);
  });
});

describe("what changed since the revision before", () => {
  it("stands beside each step, the widened scope last", () => {
    const comparison = reviewPage().previous?.comparison;
    if (!comparison) throw new Error("no comparison");
    const words = (id: string) => changesOf(comparison, id).map(({ words }) => words);
    expect(words("find-uses")).toEqual([]);
    expect(words("add-table")).toEqual(["changed", "new check", "new undo", "scope widened"]);
    expect(words("rotate")).toEqual(["new step"]);
    expect(countOf(comparison)).toBe(7);
  });
});
