// For those who embed us: what our own tests use to check another store or another runner of steps, to talk to a model
// that is none, and to let time pass.
export { describeStepRunner, type RunnerUnderTest, STORIES, type StepStory } from "./describe-step-runner.ts";
export { describeStore, type StoreUnderTest } from "./describe-store.ts";
export type { LocalChannel } from "./discord/channel.ts";
export { type DiscordOptions, type LocalDiscord, startDiscord } from "./discord/discord.ts";
export type { LocalFile, Upload } from "./discord/files.ts";
export type { LocalGuild, LocalRole } from "./discord/guild.ts";
export { type Choice, InteractionFailed, type LocalInteraction } from "./discord/interaction.ts";
export type { Problem } from "./discord/limits/form.ts";
export { messageProblems } from "./discord/limits/message.ts";
export { modalProblems } from "./discord/limits/modal.ts";
export type { LocalMember } from "./discord/member.ts";
export type { LocalMessage, Match } from "./discord/message.ts";
export { messageText } from "./discord/message-text.ts";
export type { LocalModal } from "./discord/modal.ts";
export type { RecordedRequest as DiscordRequest } from "./discord/rest.ts";
export { FakeClock } from "./fake-clock.ts";
export { type ModelsJson, writeModelsJson } from "./models-json.ts";
export {
  type ChatRequest,
  type ModelStep,
  OpenAiServer,
  type RecordedRequest,
  type ScriptedCall,
  type ScriptedStep,
  type ScriptedUsage,
} from "./openai-server.ts";
