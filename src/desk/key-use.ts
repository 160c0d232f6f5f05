import { readFileSync } from "node:fs";
import { projectPaths } from "./file-store/project-paths.ts";
import type { HomeDatabase } from "./home-database.ts";
import type { KeyId } from "./keyring.ts";

/** Whether a record may be sealed with this key: one names it, or a journal that this machine remembers is not there. */
export function mayHaveSealed(home: HomeDatabase, key: KeyId): boolean {
  return home.projects().some((project) => {
    const places = projectPaths(project);
    return home.heads(project).some(({ journal, seq }) => seq > 0 && mayName(places.journal(journal), key));
  });
}

function mayName(journal: string, key: KeyId): boolean {
  try {
    return readFileSync(journal).includes(`"${key}"`);
  } catch {
    return true;
  }
}
