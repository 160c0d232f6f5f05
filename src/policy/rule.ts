import type { Facts, PolicySettings, Situation } from "./situation.ts";
import type { ToolCall } from "./tool.ts";
import type { Ruling, VerdictCode } from "./verdict.ts";

/** One reason to deny, confirm or waive. Does not judge other calls. */
export interface Rule {
  name: string;
  /** The order of the explanation, lowest first. It does not make a rule stronger. */
  priority: number;
  /** The reason if the rule itself fails: a rule that cannot judge denies. */
  code: VerdictCode;
  judge(call: ToolCall, situation: Situation): Word | undefined;
  /** Examples of its rulings. A test runs them all. */
  examples: readonly Example[];
}

/** A rule's ruling; a `note` with the code `ALLOWED` allows the call. */
export type Word = Omit<Ruling, "rule" | "priority">;

export interface Example {
  call: ToolCall;
  /** The differences from an ordinary project outside plan mode. */
  situation?: Overlay;
  says: Word["says"] | "nothing";
  code?: VerdictCode;
}

export type Overlay = Partial<Omit<Situation, "settings" | "facts">> & {
  settings?: Partial<PolicySettings>;
  facts?: Partial<Facts>;
};
