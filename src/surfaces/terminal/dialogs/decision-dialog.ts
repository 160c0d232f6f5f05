import type { Request } from "../../../lifecycle/request.ts";
import type { Decision } from "../../../plan/plan.ts";
import { oneLine } from "../lines.ts";
import { type Dialog, digit } from "./dialog.ts";

type Asked = Extract<Request, { kind: "decision" }> & { title?: string };

/** A decision of a plan. The request has the labels; what they mean stands in the plan. */
export function decisionDialog(request: Asked, decision?: Decision): Dialog {
  const { header, question, options, multi_select, title } = request;
  const recommended = options.indexOf(decision?.recommended ?? "");
  return {
    heading: `To be decided: ${oneLine(header)}`,
    ...(title !== undefined && { about: title }),
    passages: [{ kind: "text", text: question }],
    entries: options.map((label, index) => {
      const description = decision?.options.find((option) => option.label === label)?.description;
      return {
        ...digit(index),
        label,
        ...(description && { description }),
        ...(index === recommended && { recommended: true }),
      };
    }),
    picks: multi_select ? "many" : "one",
    first: Math.max(0, recommended),
    answer: (picked) => ({
      kind: "decision",
      selections: options.filter((_, index) => picked.includes(index)),
    }),
  };
}
