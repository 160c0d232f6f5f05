import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { build, type Plugin } from "vite";

/** Packages of pi that are used for more than their types. */
const OF_PI = ["@earendil-works/pi-tui"];
const SHIM = "countersign-host:";
const SETTINGS =
  /src\/(?:desk\/(?:config|read-bounded|durable)|plan\/(?:quoted|canonical|check-shape|data-path|nearest|problem|visible)\.)/;

/**
 * pi's loader hands its own packages to an extension that it compiles itself, and only to that; what an ES module of
 * ours imports, Node would look for beside us, where it is missing or another copy. So pi compiles a first file of a
 * few lines. That one passes pi's packages on to parts that Node loads as they are, when they are needed.
 */
export async function bundleExtension(root: string, directory: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [packagesOfPi()],
    build: {
      ssr: true,
      outDir: directory,
      // What pi itself runs on; only our own command line insists on more.
      target: "node22",
      minify: false,
      rolldownOptions: {
        input: {
          extension: "src/surfaces/terminal/pi-package.ts",
          ...Object.fromEntries(OF_PI.map((name) => [shimName(name), SHIM + name])),
        },
        output: {
          format: "es",
          // Named by what is in them: after an update `/reload` gets the new ones.
          entryFileNames: "parts/[name]-[hash].js",
          chunkFileNames: "parts/[name]-[hash].js",
          // What a session needs whenever it starts is one part; the rest falls apart by when it is needed.
          codeSplitting: { groups: [{ name: "settings", test: SETTINGS }] },
        },
      },
    },
  });
  writeFirstFile(directory);
}

/** Their exports, as whatever was handed to `provide`. */
function packagesOfPi(): Plugin {
  return {
    name: "packages-of-pi",
    enforce: "pre",
    resolveId(id) {
      if (id.startsWith(SHIM)) return id;
      if (!id.startsWith("@earendil-works/")) return undefined;
      if (OF_PI.includes(id)) return SHIM + id;
      throw new Error(`${id} is not handed on to the parts of the extension: name it in OF_PI.`);
    },
    async load(id) {
      if (!id.startsWith(SHIM)) return undefined;
      const names = Object.keys(await import(id.slice(SHIM.length))).join(", ");
      return `export let ${names};\nexport function provide(host) {\n  ({ ${names} } = host);\n}\n`;
    },
  };
}

/** Its directory calls itself CommonJS, which it is not: that is what makes pi compile it. */
function writeFirstFile(directory: string): void {
  const part = (name: string): string => {
    const [found] = globSync(`parts/${name}-????????.js`, { cwd: directory });
    if (found === undefined) throw new Error(`There is no part ${name}.`);
    return `./${found}`;
  };
  const hosts = OF_PI.map((name, at) => [`host${at}`, `provide${at}`, name, part(shimName(name))]);
  const lines = [
    ...hosts.map(([host, , name]) => `import * as ${host} from "${name}";`),
    "",
    "export default async function countersign(pi) {",
    ...hosts.map(([host, , , file]) => `  (await import("${file}")).provide(${host});`),
    `  (await import("${part("extension")}")).default(pi);`,
    "}",
  ];
  mkdirSync(`${directory}/parts`, { recursive: true });
  writeFileSync(`${directory}/extension.js`, `${lines.join("\n")}\n`);
  writeFileSync(`${directory}/package.json`, `${JSON.stringify({ type: "commonjs" }, null, 2)}\n`);
  writeFileSync(`${directory}/parts/package.json`, `${JSON.stringify({ type: "module" }, null, 2)}\n`);
}

function shimName(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}
