import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The built page. A checkout builds it where it is missing or older than its sources; the package has it. */
export async function pageDirectory(): Promise<string> {
  if (!import.meta.filename.endsWith(".ts")) return join(import.meta.dirname, "page");
  const root = dirname(findPackageJSON(import.meta.url) ?? "");
  const builder: { builtPage(root: string): Promise<string> } = await import(
    pathToFileURL(join(root, "scripts/bundle-web.ts")).href
  );
  return builder.builtPage(root);
}
