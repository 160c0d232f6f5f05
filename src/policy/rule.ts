import type { Facts, PolicySettings, Situation } from "./situation.ts";
import type { ToolCall } from "./tool.ts";
import type { Ruling, VerdictCode } from "./verdict.ts";

/** One reason to deny, confirm or waive. It says nothing of calls it is not about. */
export interface Rule {
  name: string;
  /** The order of the explanation, lowest first. It does not make a rule stronger. */
  priority: number;
  /** What a call is told when the rule itself fails: a rule that cannot judge denies. */
  code: VerdictCode;
  judge(call: ToolCall, situation: Situation): Word | undefined;
  /** What it says, shown. A test runs them all. */
  examples: readonly Example[];
}

/** What a rule says; a `note` with the code `ALLOWED` is its consent. */
export type Word = Omit<Ruling, "rule" | "priority">;

export interface Example {
  call: ToolCall;
  /** What differs from an ordinary project outside plan mode. */
  situation?: Overlay;
  says: Word["says"] | "nothing";
  code?: VerdictCode;
}

export type Overlay = Partial<Omit<Situation, "settings" | "facts">> & {
  settings?: Partial<PolicySettings>;
  facts?: Partial<Facts>;
};
