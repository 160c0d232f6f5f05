import type { DeskRefusal } from "../../desk/outcome.ts";
import { defined } from "../../plan/defined.ts";
import type { Problem } from "../../plan/problem.ts";
import { callAction } from "./call-action.ts";

/** The answer of a command: JSON for programs, text for people. An empty `json` means that the command printed it. */
export type Reply =
  /** `exit` is 0 if absent. */
  | { ok: true; json: Record<string, unknown>; text: string; warnings?: readonly Problem[]; exit?: number }
  | { ok: false; exit: 1 | 2; error: CliError };

export type CliError = Omit<DeskRefusal, "kind"> & { kind: string };

export function reply(json: Record<string, unknown>, text: string, warnings: readonly Problem[] = []): Reply {
  return { ok: true, json, text, warnings };
}

/** The command has printed its answer itself. */
export function printed(exit = 0): Reply {
  return { ok: true, json: {}, text: "", exit };
}

export function refused(refusal: CliError): Reply {
  return { ok: false, exit: 1, error: refusal };
}

export function noJournal(name: string): Reply {
  const hint = "countersign plans and countersign agents list the ids.";
  return refused({ kind: "not_found", message: `${name} has no journal here.`, hint });
}

export function usage(message: string, hint?: string): Reply {
  return { ok: false, exit: 2, error: { kind: "usage", message, ...(hint && { hint }) } };
}

/** The facts of a refusal are beside its kind and message. */
export function errorJson({ kind, message, hint, next, problems, facts }: CliError): Record<string, unknown> {
  return {
    ...facts,
    kind,
    message,
    ...(hint && { hint }),
    ...(next && { next: next.map((action) => ({ ...action, command: callAction(action) })) }),
    ...defined({ problems }),
  };
}
