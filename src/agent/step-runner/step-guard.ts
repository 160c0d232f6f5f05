import type { ToolCallEvent, ToolCallEventResult } from "@earendil-works/pi-coding-agent";
import { freeze } from "../../plan/freeze.ts";
import { changesNoFile } from "../../policy/changes-no-file.ts";
import type { OfferedTool } from "../../policy/offered-tool.ts";
import type { ToolCall } from "../../policy/tool.ts";
import type { CallAnswer, StepCalls } from "../../run/step-calls.ts";
import { resolveGetters } from "../resolve-getters.ts";
import { FINISH_STEP } from "./finish-step.ts";
import type { StepAttempt } from "./step-attempt.ts";

/** Every call of the step's agent goes through here. If anything fails here, the call does not run. */
export class StepGuard {
  readonly #attempt: StepAttempt;
  readonly #calls: StepCalls;
  /** Commands that were judged and may run, once, by the model's id of their call. */
  readonly #commands = new Map<string, { command: string; id: string }>();
  readonly #sources: ReadonlyMap<string, string | undefined>;
  #calledSoFar = 0;
  /** Whether a command could have left a process running. */
  hasCommands = false;

  constructor(attempt: StepAttempt, calls: StepCalls, offered: readonly OfferedTool[]) {
    this.#attempt = attempt;
    this.#calls = calls;
    this.#sources = new Map(offered.map(({ tool, source }) => [tool, source]));
  }

  /** Before a call runs. Calls come one by one: each is judged after the effects of the one before it. */
  async judge({ toolName, toolCallId, input }: ToolCallEvent): Promise<ToolCallEventResult | undefined> {
    if (this.#attempt.isOver) return OVER;
    // The judged input is what runs, however long judging takes.
    resolveGetters(input);
    // If a later hook of another extension tries to change it, that hook and the call fail.
    freeze(input);
    if (toolName === FINISH_STEP) return undefined;
    // Models reuse ids: a permission for one call must not serve for another.
    this.#calledSoFar += 1;
    const id = `${toolCallId}#${this.#calledSoFar}`;
    const call = this.#callOf(toolName, input);
    const answer = await this.#ask(call, id, true);
    if (answer === undefined || this.#attempt.isOver) return OVER;
    if (!answer.allowed) {
      const error = `It waits for a person: ${toolName} is outside its scope.`;
      if (answer.isAsked) this.#attempt.end({ status: "interrupted", output: "", error });
      return { block: true, reason: answer.message };
    }
    if (!changesNoFile(call)) await this.#attempt.works();
    if (this.#attempt.isOver) return OVER;
    if (toolName === "bash") this.#commands.set(toolCallId, { command: (input as { command: string }).command, id });
    return undefined;
  }

  /** At the place where a command runs. Throws if it may not run, or no longer may. */
  async judgeAgain(toolCallId: string, command: string, input: object): Promise<CallAnswer & { allowed: true }> {
    const judged = this.#commands.get(toolCallId);
    this.#commands.delete(toolCallId);
    if (judged?.command !== command) throw new Error("This is not the command that was judged.");
    const answer = await this.#ask(this.#callOf("bash", input), judged.id, false);
    if (answer === undefined || this.#attempt.isOver) throw new Error(OVER.reason);
    if (!answer.allowed) throw new Error(answer.message);
    this.hasCommands = true;
    return answer;
  }

  #callOf(tool: string, input: object): ToolCall {
    return { tool, source: this.#sources.get(tool) ?? "unknown", input: input as ToolCall["input"] };
  }

  #ask(call: ToolCall, id: string, mayAsk: boolean): Promise<CallAnswer | undefined> {
    const { signal } = this.#attempt;
    return this.#attempt.waitFor(() => this.#calls.judge(call, { id, mayAsk, signal }));
  }
}

const OVER = { block: true, reason: "The step is over. Nothing more is done." } as const;
