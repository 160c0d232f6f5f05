import type { PlanId } from "../../plan/plan.ts";
import type { NextMove } from "../../run/next-moves.ts";

/** How a move is called in a channel, as the agent may pass it on; what only the machine can do is a command of the shell. */
export function moveHere({ move, about }: NextMove, id: PlanId): string {
  switch (move) {
    case "rollback":
    case "clone":
      return `countersign ${move} ${id}`;
    case "fail":
      return "Mark as failed, on its card";
    case "skip":
      return `/plan skip step:${about} reason:…`;
    case "decide":
      return `/plan decide decision:${about} choice:…`;
    case "retry":
      return about === undefined ? "/plan retry" : `/plan retry step:${about}`;
    case "resume":
      return "/plan resume";
  }
}
