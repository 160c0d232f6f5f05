import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "../src/surfaces/cli/demo/program.ts";
import { bundleCommandLine } from "./bundle-command-line.ts";
import { bundleDemo, bundleWebDemo } from "./bundle-demo.ts";
import { bundleExtension } from "./bundle-extension.ts";
import { bundleWeb } from "./bundle-web.ts";

/**
 * The package as it would be published, in a directory of its own. That takes two seconds; of the sources pi would
 * compile one file after the other while somebody waits. It has the terminal app, or the dashboard.
 */
export async function throwawayPackage(root: string, directory: string, isWeb: boolean): Promise<Program> {
  const at = (name: string) => join(directory, name);
  for (const name of ["bin", "skills", "package.json"]) cpSync(join(root, name), at(name), { recursive: true });
  symlinkSync(join(root, "node_modules"), at("node_modules"));
  await Promise.all([
    bundleCommandLine(root, at("dist/cli")),
    isWeb
      ? bundleWeb(root, at("dist/web")).then(() => bundleWebDemo(root, at("dist/web")))
      : bundleExtension(root, at("dist/pi")).then(() => bundleDemo(root, at("dist/pi"))),
  ]);
  return {
    countersign: [process.execPath, at("bin/countersign.js")],
    model: at("dist/pi/demo.js"),
    dashboard: [at("dist/web/demo.js"), at("dist/web/main.js")],
  };
}
