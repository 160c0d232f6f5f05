// The public API, listed by name.

export type { StepAgents, StepAgentsHost } from "./acts/run-plan.ts";
export { type RunPlanOptions, runPlan } from "./agent/run-in-program.ts";
export { signingWarnings } from "./agent/signing-warnings-in-program.ts";
export { stepToolsHere } from "./agent/step-tools-here.ts";
export { adoptMoved, setAside } from "./desk/adopt.ts";
export { type Audit, type AuditEntry, type AuditQuery, audit } from "./desk/audit.ts";
export { type Config, type ConfigProblem, type LoadedConfig, loadConfig } from "./desk/config.ts";
export { Desk, type DeskOptions, type FoundPlan, type Proposed, type ProposeOptions } from "./desk/desk.ts";
export type { DeskEvent, EventName, Listener } from "./desk/events.ts";
export { type ExportedPlan, exportPlan } from "./desk/export-plan.ts";
export { FileStore, type FileStoreOptions } from "./desk/file-store/file-store.ts";
export { findHome, type Home } from "./desk/home.ts";
export { type JudgedCall, type Judging, judgeCall } from "./desk/judge-call.ts";
export type { KeyPress, KeyPresses } from "./desk/key-presses.ts";
export { lookAtGit } from "./desk/look-at-git.ts";
export type { DeskRefusal, DeskRefusalKind, Outcome } from "./desk/outcome.ts";
export { type Claim, localActor, type Person } from "./desk/persons.ts";
export type { PlanView } from "./desk/plan-view.ts";
export { type ProgramTool, type ProgramToolCall, type ProgramTools, programTools } from "./desk/program-tools.ts";
export {
  answer,
  awaitAnswer,
  findRequest,
  type InboxEntry,
  type InboxPage,
  inbox,
  inboxPage,
} from "./desk/requests.ts";
export { type PastText, textsOf } from "./desk/revisions.ts";
export type { AgentRow, PlanPage, PlanQuery, PlanRow } from "./desk/rows.ts";
export { type HostFacts, modeOf, scopeOf, situationOf } from "./desk/situation.ts";
export { type Statistics, statistics } from "./desk/statistics.ts";
export type { Change, LoadedPlan, NewRecord, Store } from "./desk/store.ts";
export { applyTimeOuts } from "./desk/time-outs.ts";
export { watch } from "./desk/watch.ts";
export { realWorld } from "./desk/world.ts";
export { type Actor, FILE, HOST, personOf } from "./lifecycle/actor.ts";
export type { AgentCommand, AgentEvent, AgentState, Judgement, Phase } from "./lifecycle/agent-phase.ts";
export type { Amendment } from "./lifecycle/amendment.ts";
export { ANYONE, type Approvers, mayReview } from "./lifecycle/approvers.ts";
export { type Comment, type Comments, commentsOf, type QuoteComment } from "./lifecycle/comment.ts";
export { type CommentPlace, type CommentState, commentStates } from "./lifecycle/comment-states.ts";
export { commentSubject } from "./lifecycle/comment-words.ts";
export { decide } from "./lifecycle/decide.ts";
export { decideAgent } from "./lifecycle/decide-agent.ts";
export { due } from "./lifecycle/due.ts";
export { evolve } from "./lifecycle/evolve.ts";
export { evolveAgent } from "./lifecycle/evolve-agent.ts";
export type { Lease } from "./lifecycle/lease.ts";
export { offers } from "./lifecycle/offers.ts";
export type { PlanCommand, PlanCommandType, Terms } from "./lifecycle/plan-command.ts";
export type { PlanEvent } from "./lifecycle/plan-event.ts";
export { ABSENT, type Approval, type LivePlan, type PlanState, type PlanStatus } from "./lifecycle/plan-state.ts";
export type { Refusal, RefusalKind } from "./lifecycle/refusal.ts";
export type { Answer, Request, RequestState } from "./lifecycle/request.ts";
export type { StepResult, StepStats } from "./lifecycle/step-result.ts";
export type { StepState, StepStatus } from "./lifecycle/step-state.ts";
export { StepStates } from "./lifecycle/step-states.ts";
export { type Comparison, compareRevisions } from "./plan/compare-revisions.ts";
export { type ComparisonLine, comparisonText } from "./plan/comparison-text.ts";
export { type Digest, digestOf } from "./plan/digest.ts";
export { findQuote, type QuotePlace } from "./plan/find-quote.ts";
export { fixDependencies } from "./plan/fix-dependencies.ts";
export { examine, type Graph } from "./plan/graph.ts";
export { type ParsedPlan, parsePlan } from "./plan/parse-plan.ts";
export { Decision, isPlanId, Plan, type PlanId, Step, type StepId } from "./plan/plan.ts";
export type { Malformed, Problem } from "./plan/problem.ts";
export type { Quote } from "./plan/quote.ts";
export { type PlanDocument, readMarkdown } from "./plan/read-markdown.ts";
export type { Standing } from "./plan/standing.ts";
export { type Facts, validate } from "./plan/validate.ts";
export { hasHidden, visible } from "./plan/visible.ts";
export { writeMarkdown } from "./plan/write-markdown.ts";
export { type IntentModel, resolveIntent } from "./policy/intent/resolve-intent.ts";
export { type Doubt, detectIntent, type Intent, type IntentFound } from "./policy/intent.ts";
export { judge, settle } from "./policy/judge.ts";
export { eventsOfVerdict, type JudgementEvent } from "./policy/judgement-event.ts";
export { type OfferedTool, type Standing as ToolStanding, type StepTool, standingOf } from "./policy/offered-tool.ts";
export { type Execution, executingPrompt, normalGuideline, planningPrompt } from "./policy/prompts.ts";
export { type Registry, registerTools } from "./policy/registry.ts";
export type { Rule } from "./policy/rule.ts";
export { analyse } from "./policy/shell/analyse.ts";
export type { Analysis, Finding, FindingCode, ShellFacts } from "./policy/shell/analysis.ts";
export type {
  Facts as PolicyFacts,
  PolicySettings,
  SignedScope,
  Situation,
  StepScope,
} from "./policy/situation.ts";
export type { Category, Risk, Tool, ToolCall } from "./policy/tool.ts";
export { KNOWN_TOOLS } from "./policy/tools/known-tools.ts";
export type { Ruling, Verdict, VerdictCode } from "./policy/verdict.ts";
export type { GitLook, World } from "./policy/world.ts";
export { acquireRun, acquireRun as takeRun } from "./run/acquire-run.ts";
export { Agenda } from "./run/agenda.ts";
export type { StepToolsHere } from "./run/capabilities.ts";
export { type Clock, systemClock } from "./run/clock.ts";
export { commandRunner } from "./run/command-runner.ts";
export { type ExecutorOptions, execute, type RunEnd } from "./run/execute.ts";
export { type FailureReport, failureReport } from "./run/failure-report.ts";
export { newLease } from "./run/lease.ts";
export { type PreflightFacts, preflight } from "./run/preflight.ts";
export type { RunNews } from "./run/run-news.ts";
export { type RunSettings, runSettings } from "./run/run-settings.ts";
export { type Schedule, schedule } from "./run/schedule.ts";
export type { SigningWarnings } from "./run/signing-warnings.ts";
export { simulate } from "./run/simulate.ts";
export { openSnapshots, type Snapshots } from "./run/snapshot.ts";
export type { CallAbout, CallAnswer, StepCalls } from "./run/step-calls.ts";
export type { Assignment, StepClaim, StepHost, StepProgress, StepRunner } from "./run/step-runner.ts";
export { type DetectOptions, detectSandbox } from "./sandbox/detect.ts";
export { type AgentEnvironmentOptions, agentEnvironment } from "./sandbox/environment.ts";
export type { SandboxFailure } from "./sandbox/failure.ts";
export {
  type ExecutingSurroundings,
  executingProfile,
  planningProfile,
  type SandboxProfile,
  type Surroundings,
} from "./sandbox/profile.ts";
export { type Ran, type RunOptions, runInSandbox } from "./sandbox/run.ts";
export { type Sandbox, type SandboxFact, sandboxFact, type WorkingSandbox } from "./sandbox/sandbox.ts";
export { shellLine, type Wrapped, wrapCommand } from "./sandbox/wrap.ts";
