import { fileURLToPath } from "node:url";

/** Where processes that tests start keep what Node has made of the sources. */
export const COMPILED = fileURLToPath(new URL("../../node_modules/.cache/countersign-tests", import.meta.url));

/** The environment of processes that a test starts: a home of their own, and sources that are read once, not by each of them. */
export function childEnvironment(home: string): NodeJS.ProcessEnv {
  return { ...process.env, COUNTERSIGN_HOME: home, NODE_OPTIONS: "", NODE_COMPILE_CACHE: COMPILED };
}
