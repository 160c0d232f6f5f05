import type { DeskEvent } from "../../../desk/events.ts";
import type { RequestId } from "../../../lifecycle/request.ts";
import { visible } from "../../../plan/visible.ts";
import type { StageDesk } from "./stage-desk.ts";
import { said } from "./transcript.ts";

export interface Run {
  desk: StageDesk;
  plan: string;
  print(lines: readonly string[]): void;
  /** Called for a call outside the approved scope. Returns what to print of it. */
  outside(request: RequestId): Promise<string[]>;
}

/** Reports a run from its journal until the plan has ended. */
export async function followRun(run: Run): Promise<void> {
  for await (const { journal, data } of run.desk.watch()) {
    if (journal !== run.plan) continue;
    run.print(await linesOf(run, data));
    if (ENDS.includes(data.type)) return;
  }
}

const ENDS: readonly DeskEvent["data"]["type"][] = ["completed", "failed", "cancelled", "rejected"];

async function linesOf({ desk, plan, outside }: Run, data: DeskEvent["data"]): Promise<string[]> {
  switch (data.type) {
    case "step_updated": {
      const { step_id: step, to, notes } = data;
      if (to === "in_progress") return said("", `${step} begins`, "◐ ");
      if (to !== "completed") {
        const why = notes ? `: ${visible(notes, { multiline: true })}` : "";
        return said("", `${step} ${to === "failed" ? to : `is ${to}`}${why}`, "✗ ");
      }
      return [...said(step, (await desk.run("logs", plan, step)).trim()), ...said("", `${step} is done`, "✓ ")];
    }
    case "request_opened": {
      const { request } = data;
      if (request.kind !== "amendment") return [];
      const what = [request.tool, ...(request.adds.files ?? []), ...(request.adds.commits ? ["commits"] : [])].join(
        " ",
      );
      const answered = await outside(request.id);
      return [...said("", `${request.step_id} asks: ${visible(what)}, outside its approved scope`, "? "), ...answered];
    }
    default:
      return [];
  }
}
