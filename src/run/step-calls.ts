import type { ToolCall } from "../policy/tool.ts";

/**
 * Judges the calls of one step's agent. A runner asks before every call, and runs only allowed ones. An implementation
 * records denied and flagged calls, and lets a person decide on calls outside the step's scope.
 */
export interface StepCalls {
  judge(call: ToolCall, about: CallAbout): Promise<CallAnswer>;
}

export interface CallAbout {
  /** Names the call, and no other of this step. The same call may be judged twice: before it runs, and where it runs. */
  id: string;
  /**
   * Whether a person may be asked and waited for. If false, a call that a person allowed for this id and input stays
   * allowed, and every other call that would need a person is refused.
   */
  mayAsk: boolean;
  /** Aborted when the answer is no longer needed. */
  signal: AbortSignal;
}

export type CallAnswer =
  /**
   * `files`: the globs that hold for it, `commits`: whether it may change the git repository, with what a person added
   * since the step began. A command is confined to them.
   */
  | { allowed: true; files?: readonly string[]; commits?: true }
  /** The message is for the model: why not, and what to do instead. */
  | {
      allowed: false;
      message: string;
      /** A request for it is open, and the run does not wait: the step has to end as interrupted. */
      isAsked?: true;
    };
