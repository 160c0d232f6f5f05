import type { ToolCall } from "../policy/tool.ts";

/**
 * What becomes of the calls of one step's agent. A runner asks for every call, and does only what is allowed. Whoever
 * implements it judges, takes down what was minded, and lets a person decide on what is outside the step's scope.
 */
export interface StepCalls {
  judge(call: ToolCall, about: CallAbout): Promise<CallAnswer>;
}

export interface CallAbout {
  /** Names the call, and no other of this step. The same call may be judged twice: before it runs, and where it runs. */
  id: string;
  /**
   * A person may be asked, and waited for. Where it is false nobody is asked: what a person has allowed for this id and
   * this input stays allowed, and everything else that would need a person is refused.
   */
  mayAsk: boolean;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

export type CallAnswer =
  /**
   * `files`: the globs that hold for it, `commits`: whether it may change the git repository, with what a person added
   * since the step began. A command is confined to them.
   */
  | { allowed: true; files?: readonly string[]; commits?: true }
  /** The message is for the model: why not, and what to do instead. */
  | { allowed: false; message: string };
