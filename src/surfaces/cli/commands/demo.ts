import type { Run } from "../commands.ts";
import { demo } from "../demo/demo.ts";
import { printed, usage } from "../reply.ts";
import { findPi, NO_PI, ownFile } from "./start.ts";

/** The terminal app, or the dashboard, with a scripted model on a temporary project; without a terminal it plays by itself. */
export const run: Run = async ({ json, isTerminal: hasTerminal }, { options }) => {
  const isWeb = options["web"] === true;
  if (json) return usage("The demonstration has no JSON.", "Leave --json out: countersign demo");
  if (findPi() === undefined) return NO_PI;
  const program = {
    countersign: [process.execPath, ownFile("bin/countersign.js")] as const,
    model: ownFile("src/surfaces/cli/demo/extension.ts", "dist/pi/demo.js"),
    dashboard: [
      ownFile("src/surfaces/cli/demo/dashboard.ts", "dist/web/demo.js"),
      ownFile("src/surfaces/web/main.ts", "dist/web/main.js"),
    ] as const,
  };
  const exit = await demo(() => program, {
    hasTerminal,
    isWeb,
    again: isWeb ? "countersign demo --web" : "countersign demo",
  });
  return printed(exit);
};
