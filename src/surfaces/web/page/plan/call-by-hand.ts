import { adoptCommand } from "../../../../lifecycle/adopt-command.ts";
import type { NextAction } from "../../../../lifecycle/next-action.ts";

/** How a plan that the page can do nothing with is put right: where, and with which command. */
export function callByHand(action: NextAction): string | undefined {
  switch (action.move) {
    case "adopt":
      return `countersign ${adoptCommand(action)}, in a terminal`;
    case "import":
      return "countersign key import <file>, in a terminal";
    case "audit":
      return "the Audit page";
    case "edit":
      return "an editor on the plan's file";
    case "doctor":
      return "countersign doctor, in a terminal";
    default:
      return undefined;
  }
}
