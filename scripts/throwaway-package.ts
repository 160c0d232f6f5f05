import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "../src/surfaces/cli/demo/demo.ts";
import { bundleCommandLine } from "./bundle-command-line.ts";
import { bundleDemo } from "./bundle-demo.ts";
import { bundleExtension } from "./bundle-extension.ts";

/**
 * The package as it would be published, in a directory of its own. That takes two seconds; of the sources pi would
 * compile one file after the other while somebody waits.
 */
export async function throwawayPackage(root: string, directory: string): Promise<Program> {
  const at = (name: string) => join(directory, name);
  for (const name of ["bin", "skills", "package.json"]) cpSync(join(root, name), at(name), { recursive: true });
  symlinkSync(join(root, "node_modules"), at("node_modules"));
  await Promise.all([
    bundleCommandLine(root, at("dist/cli")),
    bundleExtension(root, at("dist/pi")).then(() => bundleDemo(root, at("dist/pi"))),
  ]);
  return { countersign: [process.execPath, at("bin/countersign.js")], model: at("dist/pi/demo.js") };
}
