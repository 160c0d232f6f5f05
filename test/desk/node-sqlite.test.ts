import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { nodeSqlite } from "../../src/desk/node-sqlite.ts";
import { afterTest } from "../agent/bench/after-test.ts";

/** A Node that does this when SQLite is loaded. */
function loading(load: () => unknown): void {
  const { getBuiltinModule } = process;
  process.getBuiltinModule = load as typeof getBuiltinModule;
  afterTest(() => {
    process.getBuiltinModule = getBuiltinModule;
  });
}

describe("Node's SQLite", () => {
  it("is loaded without the warning that it is experimental, and with all others", async () => {
    const warned: string[] = [];
    const listen = ({ message }: Error) => warned.push(message);
    process.on("warning", listen);
    afterTest(() => process.off("warning", listen));
    loading(() => {
      process.emitWarning("SQLite is an experimental feature and might change at any time", "ExperimentalWarning");
      process.emitWarning("Another is an experimental feature", "ExperimentalWarning");
      return {};
    });
    nodeSqlite();
    process.emitWarning("One of the host");
    await setImmediate();
    expect(warned).toEqual(["Another is an experimental feature", "One of the host"]);
  });

  it("says which Node has it where it is missing", () => {
    loading(() => undefined);
    expect(nodeSqlite).toThrow(
      `Countersign needs Node 22.19 or newer; Node ${process.versions.node} has no SQLite (node:sqlite).`,
    );
  });
});
