import { describe, expect, it } from "vitest";
import { checkByCommand } from "../../src/run/check-by-command.ts";
import { SWITCHED_OFF } from "../../src/sandbox/sandbox.ts";
import { fixture } from "../desk/fixture.ts";

describe("a check", () => {
  it("that takes too long is ended, and says after how long and what gives it more", async () => {
    const { desk } = fixture();
    const verify = checkByCommand({
      ...{ desk, env: process.env, sandbox: async () => SWITCHED_OFF },
      plan: { id: "PLAN-a1b2c3d4", title: "Wait", steps: [] },
    });
    const checked = await verify(
      { id: "a", title: "A", verify_minutes: 0.01 },
      "echo begun; sleep 60",
      new AbortController().signal,
      "sub",
    );
    expect(checked).toMatchObject({ ok: false });
    expect(checked.said).toContain(
      "It was ended after 0.6 s. verify_minutes in the step, or the setting verify_timeout_minutes, allows more.",
    );
    expect(checked.said).toContain("begun");
    expect(checked.seconds).toBeGreaterThan(0.5);
  });
});
