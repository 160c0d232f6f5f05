import type { Access } from "./access.ts";

/**
 * Who did something. Only `desk/persons.ts` makes actors of the kind `person`; `local` is a user of this machine's
 * command line who has not proved to be one.
 */
export interface Actor {
  kind: "person" | "local" | "agent" | "host" | "file";
  /** terminal, cli, web, discord, mcp, token … */
  surface: string;
  id: string;
  name: string;
  /** The account that authenticated them, as `surface:id`, where the surface has none of its own: a token in a browser. */
  account?: string;
  /** The person behind it: the same word on every surface. Absent for actors that are not persons. */
  person?: string;
  /** Roles the surface vouches for, e.g. a Discord role. */
  roles?: string[];
  /** The limit of a token that lets its person do less than an approver. */
  access?: Exclude<Access, "approver" | "admin">;
}

/** Two actors are the same person if `person` is the same for both. */
export function personOf(actor: Actor): string {
  return actor.person ?? accountOf(actor);
}

/** As settings name it: `surface:id`. */
export function accountOf({ account, surface, id }: Actor): string {
  return account ?? `${surface}:${id}`;
}

/** The plan file itself, when it was edited outside Countersign: who edited it is unknown. */
export const FILE: Actor = { kind: "file", surface: "file", id: "file", name: "file" };

/** Countersign acting by itself, for time-outs and recoveries. */
export const HOST: Actor = { kind: "host", surface: "host", id: "countersign", name: "countersign" };
