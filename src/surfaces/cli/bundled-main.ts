import { createRequire, enableCompileCache } from "node:module";
import { dirname, join } from "node:path";
import { findHome } from "../../desk/home.ts";
import { CompiledParts, isPrivate } from "./compiled-parts.ts";
import type { main as Main } from "./main.ts";

/** The hash of the parts, inserted by the bundler. */
declare const BUILD: string;

/** The published command line: `main` of main.ts, from compiled parts. */
export async function main(argv: readonly string[]): Promise<number | undefined> {
  const home = findHome().directory;
  // For packages. Node's default directory is writable by other users.
  if (isPrivate(home)) enableCompileCache(join(home, "compiled", "packages"));
  const parts = new CompiledParts({
    directory: dirname(__filename),
    build: BUILD,
    home,
    require: createRequire(__filename),
    import: (id) => import(id),
    command: /^[a-z]{1,20}$/.exec(argv[0] ?? "")?.[0] ?? "other",
  });
  const { main } = parts.load("part-main.cjs") as { main: typeof Main };
  const code = await main(argv);
  if (code !== undefined) parts.keep();
  return code;
}
