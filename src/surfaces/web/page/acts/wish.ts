import type { NextAction } from "../../../../lifecycle/next-action.ts";
import type { RouteName } from "../../api/routes.ts";
import type { IconName } from "../parts/icon.tsx";
import { planAddress } from "../plan-address.ts";

/** Something that a person may do to a plan that is signed, as a button stands for it. */
export interface Wish {
  act: Act;
  step?: string;
  /** Of a pause: also interrupts what runs. */
  now?: boolean;
  /** Of a roll back: also files that no step is known to have changed. */
  everything?: boolean;
  change?: "add" | "remove" | "up" | "down" | "first";
  /** Of the archive: out of it. */
  undo?: boolean;
}

export type Act = Extract<
  RouteName,
  | "start"
  | "pause"
  | "resume"
  | "cancel"
  | "retry"
  | "skip"
  | "fail"
  | "rollBack"
  | "queue"
  | "clone"
  | "archive"
  | "chooseModel"
>;

interface ActLook {
  label(wish: Wish): string;
  icon: IconName;
  /** It needs words, a choice, or a second press with its effects before the eyes. */
  asks: boolean;
  isGrave?: boolean;
}

const QUEUE_WORDS: Record<NonNullable<Wish["change"]>, string> = {
  add: "Queue…",
  remove: "Take out of the queue",
  up: "Earlier",
  down: "Later",
  first: "First in the queue",
};

const LOOKS: Record<Act, ActLook> = {
  start: { label: () => "Run", icon: "run", asks: false },
  pause: { label: ({ now }) => (now ? "Pause now" : "Pause"), icon: "pause", asks: false },
  resume: { label: () => "Resume", icon: "run", asks: false },
  cancel: { label: () => "Cancel…", icon: "cross", asks: true, isGrave: true },
  retry: { label: ({ step }) => (step === undefined ? "Retry what failed" : "Retry"), icon: "retry", asks: false },
  skip: { label: () => "Skip…", icon: "skip", asks: true },
  fail: { label: () => "Mark as failed…", icon: "cross", asks: true, isGrave: true },
  rollBack: { label: ({ step }) => (step === undefined ? "Roll back all…" : "Roll back…"), icon: "undo", asks: true },
  queue: { label: ({ change = "add" }) => QUEUE_WORDS[change], icon: "clock", asks: false },
  clone: { label: () => "Clone…", icon: "decision", asks: true },
  archive: { label: ({ undo }) => (undo ? "Out of the archive" : "Archive"), icon: "folder", asks: false },
  chooseModel: { label: () => "Another model…", icon: "model", asks: true },
};

export const labelOf = (wish: Wish): string => LOOKS[wish.act].label(wish);
export const iconOf = ({ act }: Wish): IconName => LOOKS[act].icon;
export const asks = ({ act, change }: Wish): boolean => LOOKS[act].asks || (act === "queue" && change === "add");
export const isGrave = ({ act }: Wish): boolean => LOOKS[act].isGrave === true;

/** One name for the same wish, for previews that are kept. */
export function wishKey({ act, step, now = false, everything = false, change, undo = false }: Wish): string {
  return [act, step ?? "", now, everything, change ?? "", undo].join(" ");
}

/** What an action of the desk is on this page: something to do, or somewhere to go. */
export function wishOf(action: NextAction, project: string): { wish: Wish } | { href: string } | undefined {
  const { move, about, flag, plan } = action;
  const step = about === undefined ? {} : { step: about };
  const to = (tab: Parameters<typeof planAddress>[2]) =>
    plan === undefined ? undefined : { href: planAddress(project, plan, tab) };
  switch (move) {
    case "run":
      return { wish: { act: "start" } };
    case "pause":
      return { wish: { act: "pause", ...(flag === "now" && { now: true }) } };
    case "resume":
    case "cancel":
    case "clone":
      return { wish: { act: move } };
    case "retry":
    case "skip":
    case "fail":
      return { wish: { act: move, ...step } };
    case "rollback":
      return { wish: { act: "rollBack", ...step, ...(flag === "everything" && { everything: true }) } };
    case "queue":
      return { wish: { act: "queue", change: "add" } };
    case "unqueue":
      return { wish: { act: "queue", change: "remove" } };
    case "archive":
      return { wish: { act: "archive", ...(flag === "undo" && { undo: true }) } };
    case "approve":
    case "propose":
    case "handoff":
      return to("review");
    case "edit":
    case "text":
      return to("text");
    case "watch":
    case "show":
    case "answer":
    case "decide":
      return to("run");
    case "plan":
      return { href: "/new" };
    case "plans":
    case "inbox":
    case "audit":
      return { href: `/${move}` };
    case "config":
      return { href: "/settings" };
    // A terminal of the machine has these.
    case "agents":
    case "adopt":
    case "import":
    case "doctor":
    case "token":
      return undefined;
  }
}
