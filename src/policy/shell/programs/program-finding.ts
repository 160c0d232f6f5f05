/** Why a sed script or an awk program does more than read. Offsets into it, end exclusive. */
export interface ProgramFinding {
  /** `mutating`: it writes. `code`: it starts another program. `not_understood`: we cannot tell what it does. */
  code: "mutating" | "code" | "not_understood";
  reason: string;
  hint?: string;
  start: number;
  end: number;
}

export function notUnderstood(start: number, end: number, reason: string, hint?: string): ProgramFinding {
  return { code: "not_understood", reason, start, end, ...(hint === undefined ? {} : { hint }) };
}
