import { createEventBus, type ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { describe, expect, it } from "vitest";
import countersign from "../../../src/surfaces/terminal/extension.ts";
import piPackage, { isFirstInstance } from "../../../src/surfaces/terminal/pi-package.ts";
import { openSession } from "../../agent/bench/session.ts";

const named = (name: string, factory: (pi: ExtensionAPI) => void) => ({ name, factory });

describe("Countersign in a pi that has it twice", () => {
  it("is loaded once, whichever comes second", async () => {
    const bench = await openSession({ extensions: [named("one", piPackage), named("two", piPackage)] });
    const loaded = bench.runtime.services.resourceLoader.getExtensions();
    expect(loaded.errors).toEqual([]);
    expect(loaded.extensions.map(({ commands }) => [...commands.keys()])).toEqual([
      ["plan", "plans", "plan-stats"],
      [],
    ]);
  });

  it("would not let pi start if both were loaded", async () => {
    const bench = await openSession({ extensions: [named("one", countersign), named("two", countersign)] });
    const { errors } = bench.runtime.services.resourceLoader.getExtensions();
    expect(errors.map(({ error }) => error).join("\n")).toContain("--plan");
  });

  it("is there again after /reload and in a new session", async () => {
    const bench = await openSession({ extensions: [named("one", piPackage), named("two", piPackage)] });
    const there = () =>
      bench.runtime.services.resourceLoader.getExtensions().extensions.flatMap(({ commands }) => [...commands.keys()]);
    await bench.session.reload();
    expect(there()).toEqual(["plan", "plans", "plan-stats"]);
    await bench.session.reload();
    expect(there()).toEqual(["plan", "plans", "plan-stats"]);
    await bench.runtime.newSession();
    expect(there()).toEqual(["plan", "plans", "plan-stats"]);
  });

  it("is known by others on the same bus only", () => {
    const events = createEventBus();
    const pi = { events } as unknown as ExtensionAPI;
    expect([isFirstInstance(pi), isFirstInstance(pi)]).toEqual([true, false]);
    expect(isFirstInstance({ events: createEventBus() } as unknown as ExtensionAPI)).toBe(true);
  });
});
