import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadCodec } from "../../src/desk/codec.ts";

/** The way of tools that keep plans in files only: all of them are read and parsed before anything can be said. */
export async function readEveryFile(
  directory: string,
): Promise<{ id: string; title: string; status: string; digest: string }[]> {
  const { read } = await loadCodec();
  return readdirSync(directory)
    .filter((name) => name.endsWith(".md"))
    .map((name) => {
      const found = read(readFileSync(join(directory, name), "utf8"));
      if ("problems" in found) throw new Error(`${name}: ${JSON.stringify(found.problems)}`);
      const { plan, claims } = found.document;
      return { id: plan.id, title: plan.title, status: claims.status ?? "", digest: found.digest };
    });
}
