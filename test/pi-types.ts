import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./made-once.ts";

const SCOPE = "@earendil-works";

/**
 * Types of packages that not every registry has at 1.x. Ours never name them: those of pi do, and only `Static` reaches ours,
 * as the arguments of a tool that is given to an agent without pi's session.
 */
const UNSEEN: Record<string, string> = {
  "pi-schema/index.d.ts": `export interface Schema<T = unknown> { readonly "~static": T }
export type Properties = Record<string, Schema>;
export type Static<S> = S extends Schema<infer T> ? T : unknown;
export type StaticObject<P extends Properties> = { [K in keyof P]: Static<P[K]> };
export interface Annotations<T> { default?: T; description?: string }
`,
  "pi-mcp/index.d.ts": `export declare class McpClient {}
${["AuthProvider", "CallToolResult", "ContentBlock", "ListResourcesResult", "ListResourceTemplatesResult"]
  .concat("McpRequestOptions", "McpTransport", "ReadResourceResult", "Resource", "ResourceTemplate", "Tool")
  .map((name) => `export type ${name} = unknown;`)
  .join("\n")}
`,
  "pi-mcp/oauth.d.ts": `${["McpOAuthState", "McpOAuthStateStore", "OAuthChallenge"]
    .map((name) => `export type ${name} = unknown;`)
    .join("\n")}
`,
  "pi-codemode/index.d.ts": "export type CodemodeTool = unknown;\n",
  "pi-codemode/worker.d.ts": "export {};\n",
  "pi-telemetry/index.d.ts": "export type TelemetrySpan = unknown;\n",
};

/** Lets `tsc -p directory` check ours against the packages of pi there. pi-tui's types are those of the installed version. */
export function addTypes(directory: string): void {
  const packages = join(directory, "node_modules", SCOPE);
  cpSync(join(root, "node_modules", SCOPE, "pi-tui/dist"), join(packages, "pi-tui/dist"), { recursive: true });
  for (const [file, text] of Object.entries(UNSEEN)) {
    mkdirSync(dirname(join(packages, file)), { recursive: true });
    writeFileSync(join(packages, file), text);
  }
  const types = (name: string) => `./node_modules/${SCOPE}/${name}.d.ts`;
  writeFileSync(
    join(directory, "tsconfig.json"),
    JSON.stringify({
      extends: join(relative(directory, root), "tsconfig.json"),
      compilerOptions: {
        // A path to a directory would be ignored for the installed package: what a manifest exports does not count here.
        paths: Object.fromEntries(
          readdirSync(packages).flatMap((name) => {
            const inside = existsSync(join(packages, name, "dist")) ? `${name}/dist` : name;
            return [
              [`${SCOPE}/${name}`, [types(`${inside}/index`)]],
              [`${SCOPE}/${name}/*`, [types(`${inside}/*`)]],
            ];
          }),
        ),
      },
    }),
  );
}
