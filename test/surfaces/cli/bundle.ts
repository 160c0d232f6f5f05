import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { bundledPi } from "../../bundled-pi.ts";
import { madeOnce, root } from "../../made-once.ts";

const FROM = ["src/**/*.ts", "bin/*", "scripts/*command-line*.ts", "package.json"];

/** The command line as it is published: it starts in a fraction of the time the sources need. */
export async function bundledProgram(): Promise<string> {
  const place = await madeOnce("cli", FROM, (directory) => bundleInto(directory, []));
  return join(place, "bin/countersign.js");
}

/** The same, but what it loads of pi is in a few pieces too. */
export async function bundledWithPi(): Promise<string> {
  const place = await madeOnce("cli-and-pi", [...FROM, "package-lock.json"], async (directory) =>
    bundleInto(directory, [piFrom(await bundledPi())]),
  );
  return join(place, "bin/countersign.js");
}

function piFrom(places: Record<string, string>): Plugin {
  return {
    name: "pi-in-a-few-pieces",
    enforce: "pre",
    resolveId: (id) => (places[id] === undefined ? undefined : { id: places[id], external: "absolute" }),
  };
}

async function bundleInto(directory: string, plugins: Plugin[]): Promise<void> {
  cpSync(join(root, "bin"), join(directory, "bin"), { recursive: true });
  cpSync(join(root, "package.json"), join(directory, "package.json"));
  const { bundleCommandLine } = await import("../../../scripts/bundle-command-line.ts");
  await bundleCommandLine(root, join(directory, "dist/cli"), plugins);
}
