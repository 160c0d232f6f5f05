/** The policy's answer to a tool call. */
export interface Verdict {
  verdict: "allow" | "confirm" | "deny";
  code: VerdictCode;
  /** The rule that decided. */
  rule: string;
  /** The reason, for a person and a model. */
  reason: string;
  /** What to do instead. */
  hint?: string;
  /** The rulings of all rules that spoke, by priority. */
  rulings: readonly Ruling[];
  /** For shell commands: where they would run, and which part of the line was the reason. */
  where?: "host" | "sandbox";
  span?: { start: number; end: number; text: string };
  /** At the levels `prompt` and `log`: at `enforce` it would be denied. */
  wouldDeny?: true;
}

export type VerdictCode =
  | "ALLOWED"
  | "CONFIRMATION_NEEDED"
  | "TOOL_BLOCKED_BY_MODE"
  | "UNKNOWN_TOOL"
  | "SHELL_NOT_READ_ONLY"
  | "SHELL_OFF"
  | "SANDBOX_MISSING"
  | "OUT_OF_SCOPE"
  | "PROTECTED_PATH"
  | "PLAN_NEEDED";

/** One rule's answer. `waive` turns a confirm that is not firm into an allow, and does not affect a denial. */
export interface Ruling {
  rule: string;
  priority: number;
  says: "deny" | "confirm" | "waive" | "note";
  code: VerdictCode;
  reason: string;
  hint?: string;
  span?: { start: number; end: number; text: string };
  /** A confirmation that no setting waives. */
  isFirm?: true;
  /** The file whose literal path would have to be signed; relative to the project. */
  unsigned?: string;
  /** The rule itself failed. */
  isBroken?: true;
}
