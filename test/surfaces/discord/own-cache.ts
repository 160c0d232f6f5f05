import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { afterTest } from "../../agent/bench/after-test.ts";

/** Files that come with messages are kept here until the test is over. Not in the temp directory: commands of an agent have their own. */
export function ownCache(): void {
  const cache = realpathSync(mkdtempSync(join(homedir(), ".countersign-cache-")));
  vi.stubEnv("XDG_CACHE_HOME", cache);
  afterTest(() => {
    vi.unstubAllEnvs();
    rmSync(cache, { recursive: true, force: true });
  });
}
