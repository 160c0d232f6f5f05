import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isObject } from "../plan/check-shape.ts";

/** The model that the user's pi takes if none is named, as `provider/id`; undefined if its settings name none. Loads no pi. */
export function defaultModel(env: NodeJS.ProcessEnv): string | undefined {
  const { defaultProvider, defaultModel: id } = readPiFile(join(piDirectory(env), "settings.json"));
  return typeof defaultProvider === "string" && typeof id === "string" ? `${defaultProvider}/${id}` : undefined;
}

/** Where pi keeps its settings, its logins and its models. */
export function piDirectory(env: NodeJS.ProcessEnv): string {
  return env["PI_CODING_AGENT_DIR"] || join(env["HOME"] || homedir(), ".pi", "agent");
}

/** Empty if there is none. pi allows comments in these files. */
export function readPiFile(file: string): Record<string, unknown> {
  try {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    const plain = text.replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g, "$1");
    const read: unknown = JSON.parse(plain);
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}
