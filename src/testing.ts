// For those who embed us: what our own tests use to check another store or another runner of steps, to talk to a model
// that is none, and to let time pass.
export { describeStepRunner, type RunnerUnderTest, STORIES, type StepStory } from "./testing/describe-step-runner.ts";
export { describeStore, type StoreUnderTest } from "./testing/describe-store.ts";
export { FakeClock } from "./testing/fake-clock.ts";
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
