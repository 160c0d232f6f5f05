import { describe, expect, it } from "vitest";
import { run } from "../../../src/surfaces/cli/commands/demo.ts";
import { openSession } from "../../../src/surfaces/cli/session.ts";

// That it plays is tested where the package is installed.

describe("demo", () => {
  it("has no JSON, says so, and starts nothing", async () => {
    const session = openSession({ json: true, directory: "." });
    const reply = await run(session, { words: [], options: { json: true } });
    expect(reply).toMatchObject({
      ok: false,
      exit: 2,
      error: { kind: "usage", hint: "Leave --json out: countersign demo" },
    });
  });
});
