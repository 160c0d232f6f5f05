import type { PathBytes } from "../../desk/tree/path-bytes.ts";
import { type Algorithm, startHash } from "./entry.ts";
import type { Import } from "./import.ts";
import { Restless, readFile, TornInTwo } from "./read-file.ts";

export interface Keeping {
  project: string;
  algorithm: Algorithm;
  store: Pick<Import, "blob" | "stream">;
}

/** Puts bytes into the store, unless `known` is their hash, and returns the hash. */
export async function keepContent(
  content: Buffer,
  known: string | undefined,
  { algorithm, store }: Keeping,
): Promise<string> {
  const oid = startHash(algorithm, "blob", content.length).update(content).digest("hex");
  if (oid !== known) await store.blob(content);
  return oid;
}

/** The same with a file, whose content may be too large to be held: then it is read twice. */
export async function keepFile(
  path: PathBytes,
  size: number,
  known: string | undefined,
  options: Keeping,
): Promise<string> {
  const { project, algorithm, store } = options;
  return readFile(project, path, size, {
    small: (content) => keepContent(content, known, options),
    large: async (chunks) => {
      const oid = await hashed(algorithm, size, chunks);
      if (oid === known) return oid;
      await readFile(project, path, size, {
        small: () => Promise.reject(new Restless()),
        large: (again) => store.stream(size, again),
      }).catch((error: unknown) => Promise.reject(new TornInTwo(path, error)));
      return oid;
    },
  });
}

async function hashed(algorithm: Algorithm, size: number, chunks: AsyncIterable<Buffer>): Promise<string> {
  const hash = startHash(algorithm, "blob", size);
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}
