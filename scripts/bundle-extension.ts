import { globSync, writeFileSync } from "node:fs";
import { build, type Plugin } from "vite";

const OF_PI = /^@earendil-works\//;
const HOST = "countersign-host";
const SETTINGS =
  /src\/(?:desk\/(?:config|read-bounded|durable|home\.|project\.)|plan\/(?:quoted|canonical|check-shape|data-path|defined|nearest|problem|quantities|visible|visible-command|wrap)\.|lifecycle\/(?:counts-words|step-look)\.|surfaces\/terminal\/tone-colour\.)/;
/** With all that it imports: what a session asks before it loads the rest, where there are plans. */
const ROWS = /src\/agent\/needs-plan-mode\./;

/**
 * pi's loader hands its own packages to an extension that it compiles itself, and only to that; what an ES module of
 * ours imports, Node would look for beside us, where it is missing or another copy. So pi compiles a first file of a
 * few lines. That one passes pi's packages on to parts that Node loads as they are, when they are needed.
 */
export async function bundleExtension(root: string, directory: string): Promise<void> {
  const used = new Set<string>();
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [packagesOfPi(used)],
    build: {
      ssr: true,
      outDir: directory,
      // What pi itself needs.
      target: "node22.19",
      minify: false,
      rolldownOptions: {
        input: { extension: "src/surfaces/terminal/pi-package.ts", host: HOST },
        output: {
          format: "es",
          // Named by what is in them: after an update `/reload` gets the new ones.
          entryFileNames: "parts/[name]-[hash].js",
          chunkFileNames: "parts/[name]-[hash].js",
          // What a session needs whenever it starts is one part; the rest falls apart by when it is needed.
          codeSplitting: {
            groups: [
              { name: "settings", test: SETTINGS, priority: 2 },
              { name: "rows", test: ROWS, priority: 1 },
            ],
          },
        },
      },
    },
  });
  writeFirstFile(directory, [...used].sort());
}

/** Their exports, taken from those that the first file has handed over. */
function packagesOfPi(used: Set<string>): Plugin {
  return {
    name: "packages-of-pi",
    enforce: "pre",
    resolveId(id) {
      if (id === HOST || id.startsWith(`${HOST}:`)) return id;
      if (!OF_PI.test(id)) return undefined;
      used.add(id);
      return `${HOST}:${id}`;
    },
    async load(id) {
      if (id === HOST) return "export const packages = new Map();\n";
      if (!id.startsWith(`${HOST}:`)) return undefined;
      const name = id.slice(HOST.length + 1);
      const names = Object.keys(await import(name)).filter((exported) => exported !== "default");
      return `import { packages } from "${HOST}";\nexport const { ${names.join(", ")} } = packages.get("${name}");\n`;
    },
  };
}

/** Its directory calls itself CommonJS, which it is not: that is what makes pi compile it. */
function writeFirstFile(directory: string, packages: readonly string[]): void {
  const part = (name: string): string => {
    const [found] = globSync(`parts/${name}-????????.js`, { cwd: directory });
    if (found === undefined) throw new Error(`There is no part ${name}.`);
    return `./${found}`;
  };
  const lines = [
    ...packages.map((name, at) => `import * as package${at} from "${name}";`),
    "",
    "export default async function countersign(pi) {",
    `  const { packages } = await import("${part("host")}");`,
    ...packages.map((name, at) => `  packages.set("${name}", package${at});`),
    `  (await import("${part("extension")}")).default(pi);`,
    "}",
  ];
  const type = (word: string): string => `${JSON.stringify({ type: word }, null, 2)}\n`;
  writeFileSync(`${directory}/extension.js`, `${lines.join("\n")}\n`);
  writeFileSync(`${directory}/package.json`, type("commonjs"));
  writeFileSync(`${directory}/parts/package.json`, type("module"));
}
