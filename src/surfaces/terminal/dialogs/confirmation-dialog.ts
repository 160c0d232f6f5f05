import type { Request } from "../../../lifecycle/request.ts";
import { visible } from "../../../plan/visible.ts";
import { oneLine } from "../lines.ts";
import type { Dialog } from "./dialog.ts";

type Confirmation = Extract<Request, { kind: "confirmation" }>;

/** A call that runs only if a person says so: why they are asked, and all of what would run. */
export function confirmationDialog(request: Confirmation): Dialog {
  return request.tool === "enter_plan_mode" ? planFirst(request) : mayRun(request);
}

function mayRun({ tool, summary, reason }: Confirmation): Dialog {
  return {
    heading: `May ${oneLine(tool)} be used?`,
    passages: [
      ...because(reason),
      ...(SPELLED.test(visible(summary, { multiline: true, spelled: true }))
        ? [{ kind: "warning" as const, text: "There are hidden characters in it; they are spelled out as ‹U+…›." }]
        : []),
      { kind: "exact", text: summary },
    ],
    entries: [
      { key: "1", label: "Allow once", lets: true },
      { key: "2", label: "Refuse" },
      {
        key: "3",
        label: "Refuse, and say what to do instead…",
        words: { asks: "Refuse it. What should be done instead?", sends: "refuses and sends" },
      },
    ],
    picks: "at_once",
    answer,
  };
}

function planFirst({ summary }: Confirmation): Dialog {
  return {
    heading: "The agent wants to plan first",
    passages: [
      { kind: "exact", text: summary },
      { kind: "note", text: "While it plans it can only read. It shows you the plan before anything is changed." },
    ],
    entries: [
      { key: "1", label: "Plan first" },
      { key: "2", label: "No plan for this" },
      {
        key: "3",
        label: "No plan, and say why…",
        words: { asks: "No plan for this. Why, or what should be done?", sends: "sends" },
      },
    ],
    picks: "at_once",
    answer,
  };
}

const SPELLED = /‹U\+[0-9A-F]{4,6}›/;

const answer: Dialog["answer"] = ([index], words) => {
  const allow = index === 0;
  return { kind: "confirmation", allow, ...(!allow && words !== "" && { note: words }) };
};

function because(reason: string): Dialog["passages"] {
  const words = visible(reason.trim(), { multiline: true, spelled: true });
  return words === "" ? [] : [{ kind: "note", text: `Why you are asked: ${words}` }];
}
