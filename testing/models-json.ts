import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface ModelsJson {
  /** Base address of a provider that speaks OpenAI's chat completions, as `OpenAiServer.url`. */
  url: string;
  provider?: string;
  model?: string;
  contextWindow?: number;
  /** Dollars for a million tokens. */
  cost?: { input: number; output: number; cacheRead: number; cacheWrite: number };
}

/** Tells pi of a provider: writes `models.json` into its directory of settings, and makes the model the default; other settings stay. */
export function writeModelsJson(agentDir: string, { url, ...options }: ModelsJson): void {
  const { provider = "scripted", model = "scripted-1", contextWindow = 128_000 } = options;
  const cost = options.cost ?? { input: 1, output: 2, cacheRead: 0.1, cacheWrite: 0 };
  const models = [{ id: model, name: model, reasoning: false, input: ["text"], contextWindow, maxTokens: 4096, cost }];
  const providers = { [provider]: { baseUrl: url, api: "openai-completions", apiKey: "none", models } };
  mkdirSync(agentDir, { recursive: true });
  writeFileSync(join(agentDir, "models.json"), JSON.stringify({ providers }, null, 2));
  const settings = join(agentDir, "settings.json");
  const before = existsSync(settings) ? JSON.parse(readFileSync(settings, "utf8")) : {};
  writeFileSync(settings, JSON.stringify({ ...before, defaultProvider: provider, defaultModel: model }, null, 2));
}
