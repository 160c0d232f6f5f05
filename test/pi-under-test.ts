import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundledPi } from "./bundled-pi.ts";
import { madeOnce, root } from "./made-once.ts";
import { run } from "./packed.ts";
import { addTypes } from "./pi-types.ts";

/** Another version of pi than the installed one, for `npm run test:pi`: `PI_UNDER_TEST=1.5.0`. */
const VERSION = process.env["PI_UNDER_TEST"];
const SCOPE = "@earendil-works";
const SIBLINGS = ["pi-agent-core", "pi-ai", "pi-tui"];

/** The packages of pi that tests import, by name. */
export async function piModules(): Promise<Record<string, string>> {
  if (VERSION === undefined) return bundledPi();
  const packages = join(PI_DIRECTORY, "node_modules");
  return {
    [`${SCOPE}/pi-coding-agent`]: join(packages, SCOPE, "pi-coding-agent/dist/bundle/index.js"),
    ...Object.fromEntries(SIBLINGS.map((name) => [`${SCOPE}/${name}`, join(packages, SCOPE, name, "index.js")])),
  };
}

/** Where the packages of the pi under test are. */
export const PI_DIRECTORY = VERSION === undefined ? root : await otherPi(VERSION);

/** The directory of the package with pi's program. */
export const PI_PACKAGE = join(PI_DIRECTORY, "node_modules", SCOPE, "pi-coding-agent");

/** pi's program. */
export const PI_PROGRAM = join(PI_PACKAGE, "dist/bundle/cli.js");

/** Whether tests run on pi 1.x. What differs there stands beside what holds on 0.87. */
export const isPi1 = JSON.parse(readFileSync(join(PI_PACKAGE, "package.json"), "utf8")).version.startsWith("1.");

/**
 * A version of pi whose packages npm cannot install together. Its tarball has a bundle with all of them inside; packages of
 * a few lines give them their names.
 */
export function otherPi(version: string): Promise<string> {
  return madeOnce(`pi-${version}`, ["test/pi-under-test.ts", "test/pi-types.ts"], async (directory) => {
    unpack(directory, `${SCOPE}/pi-coding-agent`, version);
    const own = join(directory, "node_modules", SCOPE, "pi-coding-agent");
    const manifest = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
    // Its scripts run in a WebAssembly that is not in the bundle.
    unpack(directory, "quickjs-wasi", manifest.dependencies["quickjs-wasi"]);
    manifest.exports["."].import = "./dist/bundle/index.js";
    writeFileSync(join(own, "package.json"), JSON.stringify(manifest, null, 2));
    const chunks = join(own, "dist/bundle/chunks");
    const inside = readdirSync(chunks).find((name) => name.startsWith("virtual-modules-"));
    if (inside === undefined) throw new Error(`The bundle of pi ${version} has no modules inside.`);
    const { VIRTUAL_MODULES } = await import(pathToFileURL(join(chunks, inside)).href);
    for (const name of SIBLINGS) {
      const place = join(directory, "node_modules", SCOPE, name);
      // pi-tui is not in every registry. The others are for their types: beside each other they do not run.
      if (name === "pi-tui") mkdirSync(place);
      else unpack(directory, `${SCOPE}/${name}`, version);
      const names = Object.keys(VIRTUAL_MODULES[`${SCOPE}/${name}`]).filter((one) => one !== "default");
      writeFileSync(
        join(place, "package.json"),
        JSON.stringify({
          name: `${SCOPE}/${name}`,
          version,
          type: "module",
          exports: {
            ".": { types: "./dist/index.d.ts", import: "./index.js" },
            "./*": { types: "./dist/*.d.ts" },
          },
        }),
      );
      writeFileSync(
        join(place, "index.js"),
        `import { VIRTUAL_MODULES } from "../pi-coding-agent/dist/bundle/chunks/${inside}";\n` +
          `export const { ${names.join(", ")} } = VIRTUAL_MODULES["${SCOPE}/${name}"];\n`,
      );
    }
    unpack(directory, "typebox", manifest.dependencies["typebox"]);
    addTypes(directory);
  });
}

/** A package from the registry, without its dependencies. */
function unpack(directory: string, name: string, version: string): void {
  const [packed] = JSON.parse(run(directory, "npm", "pack", "--json", "--ignore-scripts", `${name}@${version}`));
  run(directory, "tar", "xzf", packed.filename);
  const place = join(directory, "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  renameSync(join(directory, "package"), place);
}
