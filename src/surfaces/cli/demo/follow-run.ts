import type { DeskEvent } from "../../../desk/events.ts";
import { visible } from "../../../plan/visible.ts";
import { type Approver, NAME } from "./approver.ts";
import { said } from "./transcript.ts";

type Print = (lines: readonly string[]) => void;

/** Reports a run from its journal, and answers its requests, until it has ended. */
export async function followRun(approver: Approver, plan: string, print: Print): Promise<void> {
  for await (const { journal, data } of approver.watch()) {
    if (journal !== plan) continue;
    print(await linesOf(approver, plan, data));
    if (ENDS.includes(data.type)) return;
  }
}

const ENDS: readonly DeskEvent["data"]["type"][] = ["completed", "failed", "cancelled"];

async function linesOf(approver: Approver, plan: string, data: DeskEvent["data"]): Promise<string[]> {
  switch (data.type) {
    case "step_updated": {
      const { step_id: step, to, notes } = data;
      if (to === "in_progress") return said("", `${step} begins`, "◐ ");
      if (to !== "completed") return said("", `${step} is ${to}${notes ? `: ${visible(notes)}` : ""}`, "✗ ");
      return [...said(step, (await approver.run("logs", plan, step)).trim()), ...said("", `${step} is done`, "✓ ")];
    }
    case "request_opened": {
      const { request } = data;
      if (request.kind !== "amendment") return [];
      await approver.refuses(request.id);
      const what = [request.tool, ...(request.adds.files ?? []), ...(request.adds.commits ? ["commits"] : [])].join(
        " ",
      );
      return [
        ...said("", `${request.step_id} asks: ${visible(what)}, outside its approved scope`, "? "),
        ...said(NAME, "refuses: it stays as it was signed"),
      ];
    }
    default:
      return [];
  }
}
