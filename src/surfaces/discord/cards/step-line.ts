import { modeMark } from "../../../plan/mode-look.ts";
import type { Step } from "../../../plan/plan.ts";
import { inline } from "./discord-text.ts";
import { riskMark } from "./status-look.ts";

interface LineOptions {
  titleRoom: number;
  isLeftOut: boolean;
}

/** `**3.**`, and not `3.`: Discord numbers lists itself, wrongly where steps are left out. */
export function stepLine(step: Step, index: number, { titleRoom, isLeftOut }: LineOptions): string {
  const risk = step.risk && `${step.risk} risk`;
  const keeps = step.keeps && `keeps ${inline(step.keeps, 64)}`;
  const notes = [
    step.mode && modeMark(step.mode),
    risk,
    step.commits && "may change git",
    keeps,
    isLeftOut && "left out",
  ].filter(Boolean);
  const said = notes.length > 0 ? ` · ${notes.join(", ")}` : "";
  return `**${index + 1}.** ${riskMark(step.risk)} ${inline(step.title, titleRoom)}${said}`;
}
