// For those who embed us: what our own tests use to check another store or another runner of steps, to talk to a model
// that is none, and to let time pass.
export { describeStepRunner, type RunnerUnderTest, STORIES, type StepStory } from "./testing/describe-step-runner.ts";
export { describeStore, type StoreUnderTest } from "./testing/describe-store.ts";
export type { LocalChannel } from "./testing/discord/channel.ts";
export { type DiscordOptions, type LocalDiscord, startDiscord } from "./testing/discord/discord.ts";
export type { LocalFile, Upload } from "./testing/discord/files.ts";
export type { LocalGuild, LocalRole } from "./testing/discord/guild.ts";
export { type Choice, InteractionFailed, type LocalInteraction } from "./testing/discord/interaction.ts";
export type { Problem } from "./testing/discord/limits/form.ts";
export { messageProblems } from "./testing/discord/limits/message.ts";
export { modalProblems } from "./testing/discord/limits/modal.ts";
export type { LocalMember } from "./testing/discord/member.ts";
export type { LocalMessage, Match } from "./testing/discord/message.ts";
export { messageText } from "./testing/discord/message-text.ts";
export type { LocalModal } from "./testing/discord/modal.ts";
export type { RecordedRequest as DiscordRequest } from "./testing/discord/rest.ts";
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
