import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { replaceFile } from "../../../desk/replace-file.ts";
import { isObject } from "../../../plan/check-shape.ts";

export interface LocalModel {
  provider: string;
  url: string;
  model: string;
  /** The variable that holds the server's key. */
  keyVariable?: string;
}

/** pi offers no model without a key; servers that want none ignore this one. */
const NO_KEY = "none";

/** Adds a model to pi's `models.json` and keeps the rest of the file; returns the name of its provider there. */
export function addModel(agentDir: string, added: LocalModel): Outcome<{ provider: string; file: string }> {
  const file = join(agentDir, "models.json");
  const read = readModels(file);
  const providers = read?.["providers"] ?? {};
  if (read === undefined || !isObject(providers)) return unreadable(file, added);
  const provider = nameFor(added, providers);
  const before = isObject(providers[provider]) ? providers[provider] : {};
  const models = Array.isArray(before["models"]) ? before["models"] : [];
  const isThere = models.some((one) => isObject(one) && one["id"] === added.model);
  const after = {
    ...read,
    providers: {
      ...providers,
      [provider]: { ...providerOf(added), ...before, models: isThere ? models : [...models, { id: added.model }] },
    },
  };
  replaceFile(file, `${JSON.stringify(after, null, 2)}\n`);
  return yes({ provider, file });
}

function providerOf({ url, keyVariable }: LocalModel) {
  return { baseUrl: url, api: "openai-completions", apiKey: keyVariable === undefined ? NO_KEY : `$${keyVariable}` };
}

/** The provider of this address if there is one; no name of another one. */
function nameFor({ provider, url }: LocalModel, providers: Record<string, unknown>): string {
  const isSame = (name: string) => isObject(providers[name]) && providers[name]["baseUrl"] === url;
  const known = Object.keys(providers).find(isSame);
  let name = known ?? provider;
  for (let number = 2; !isSame(name) && name in providers; number++) name = `${provider}-${number}`;
  return name;
}

/** Undefined if it cannot be read: pi also accepts comments there, which writing it again would lose. */
function readModels(file: string): Record<string, unknown> | undefined {
  if (!existsSync(file)) return {};
  try {
    const read: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isObject(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function unreadable(file: string, added: LocalModel) {
  const entry = JSON.stringify({ ...providerOf(added), models: [{ id: added.model }] });
  return no("unreadable", `${file} has comments or an error, so Countersign does not change it.`, {
    hint: `Add this below "providers" there: ${JSON.stringify(added.provider)}: ${entry}`,
  });
}
