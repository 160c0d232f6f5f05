/**
 * Who did something. Only `desk/persons.ts` makes actors of the kind `person`; `local` is whoever uses this machine's
 * command line without having shown to be one.
 */
export interface Actor {
  kind: "person" | "local" | "agent" | "host" | "file";
  /** terminal, cli, web, discord, mcp, token … */
  surface: string;
  id: string;
  name: string;
  /** The person behind it: the same word on every surface. Absent for what is not a person. */
  person?: string;
  /** Roles the surface vouches for, e.g. a Discord role. */
  roles?: string[];
}

/** Two actors are the same person if they are known under the same word. */
export function personOf(actor: Actor): string {
  return actor.person ?? `${actor.surface}:${actor.id}`;
}

/** The plan file itself, when somebody edited it: nobody we could name. */
export const FILE: Actor = { kind: "file", surface: "file", id: "file", name: "file" };

/** Countersign acting by itself, for time-outs and recoveries. */
export const HOST: Actor = { kind: "host", surface: "host", id: "countersign", name: "countersign" };
