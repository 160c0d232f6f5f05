// For those who embed us: what our own tests use to check another store, and to talk to a model that is none.
export { describeStore, type StoreUnderTest } from "./testing/describe-store.ts";
export { type ModelsJson, writeModelsJson } from "./testing/models-json.ts";
export {
  type ChatRequest,
  type ModelStep,
  OpenAiServer,
  type RecordedRequest,
  type ScriptedCall,
  type ScriptedStep,
  type ScriptedUsage,
} from "./testing/openai-server.ts";
