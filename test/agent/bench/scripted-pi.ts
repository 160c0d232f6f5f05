import { join } from "node:path";
import type { FauxResponseStep } from "@earendil-works/pi-ai";
import { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import { type ScriptedModel, scriptModel } from "./model.ts";

/** What a program needs of pi, with a model that says what it is told to. */
export interface ScriptedPi {
  model: ScriptedModel;
  /** As a configuration or a caller names the model. */
  modelName: string;
  models: ModelRuntime;
  piSettings: SettingsManager;
}

export async function scriptedPi(
  agentDir: string,
  responses: FauxResponseStep[] = [],
  options: Parameters<typeof scriptModel>[1] = {},
): Promise<ScriptedPi> {
  const model = scriptModel(responses, options);
  const models = await ModelRuntime.create({
    authPath: join(agentDir, "auth.json"),
    modelsPath: null,
    modelsStorePath: join(agentDir, "models-store.json"),
    refreshOnCreate: false,
  });
  models.registerNativeProvider(model.provider);
  const { provider, id } = model.faux.getModel();
  const piSettings = SettingsManager.inMemory({ compaction: { enabled: false }, retry: { enabled: false } });
  return { model, modelName: `${provider}/${id}`, models, piSettings };
}
