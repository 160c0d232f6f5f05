import { adoptCommand } from "../../lifecycle/adopt-command.ts";
import type { Move, NextAction } from "../../lifecycle/next-action.ts";

/** How an action is called in a channel. Actions that only the machine of the bot has say so. */
export function callAction(action: NextAction): string {
  return COMMANDS[action.move](action);
}

const plan = (command: string) => (action: NextAction) =>
  `/plan ${command}${action.plan === undefined ? "" : ` plan:${action.plan}`}`;
/** With the step that it is about, if it is about one. */
const step = (command: string) => (action: NextAction) =>
  plan(action.about === undefined ? command : `${command} step:${action.about}`)(action);
const alone = (command: string) => () => command;
const button = (label: string) => () => `${label}, on its card`;
const machine = (command: string) => (action: NextAction) =>
  `countersign ${command}${action.plan === undefined ? "" : ` ${action.plan}`} (on the machine of the bot)`;

const COMMANDS: Record<Move, (action: NextAction) => string> = {
  plan: alone("/plan start"),
  approve: button("Approve"),
  answer: alone("answer on its card"),
  decide: (action) => plan(`decide decision:${action.about ?? "…"} choice:…`)(action),
  run: button("Start"),
  resume: plan("resume"),
  pause: (action) => `${plan("pause")(action)}${action.flag === "now" ? " now:True" : ""}`,
  retry: step("retry"),
  skip: (action) => plan(`skip step:${action.about ?? "…"} reason:…`)(action),
  fail: step("fail"),
  cancel: plan("cancel"),
  rollback: (action) => `${step("rollback")(action)}${action.flag === "everything" ? " everything:True" : ""}`,
  queue: plan("queue"),
  unqueue: plan("unqueue"),
  clone: plan("clone"),
  archive: (action) => `${plan("archive")(action)}${action.flag === "undo" ? " undo:True" : ""}`,
  edit: button("Edit"),
  propose: alone("ask the agent for a revision"),
  handoff: alone("/plan handoff"),
  show: plan("status"),
  text: machine("show --text"),
  watch: plan("status"),
  plans: alone("/plans"),
  inbox: alone("/plan status"),
  agents: machine("agents"),
  audit: (action) => machine(action.flag === "verify" ? "audit --verify" : "audit")(action),
  adopt: (action) => machine(adoptCommand(action))(action),
  import: machine("key import <file>"),
  config: machine("config"),
  doctor: machine("doctor"),
  token: machine("token create <name>"),
};
