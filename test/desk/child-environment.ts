import { fileURLToPath } from "node:url";

/** The environment of processes that a test starts: a home of their own, and sources that are read once, not by each of them. */
export function childEnvironment(home: string): NodeJS.ProcessEnv {
  const cache = fileURLToPath(new URL("../../node_modules/.cache/countersign-tests", import.meta.url));
  return { ...process.env, COUNTERSIGN_HOME: home, NODE_OPTIONS: "", NODE_COMPILE_CACHE: cache };
}
