import { adoptCommand } from "../../lifecycle/adopt-command.ts";
import type { Move, NextAction } from "../../lifecycle/next-action.ts";

/** How an action is called in pi's terminal; where it has no command of its own there, as a command of the shell. */
export function callAction(action: NextAction): string {
  return COMMANDS[action.move](action);
}

const plan = (command: string) => (action: NextAction) =>
  action.plan === undefined ? `/plan ${command}` : `/plan ${command} ${action.plan}`;
const ofStep = (command: string) => (action: NextAction) =>
  action.about === undefined ? plan(command)(action) : `${plan(command)(action)} ${action.about}`;
const shell = (command: string) => (action: NextAction) =>
  `countersign ${command}${action.plan === undefined ? "" : ` ${action.plan}`}`;
const alone = (command: string) => () => command;

const COMMANDS: Record<Move, (action: NextAction) => string> = {
  plan: alone("/plan <goal>"),
  approve: plan("review"),
  answer: alone("/plan"),
  decide: (action) => `${ofStep("decide")(action)} <choice>`,
  run: plan("run"),
  resume: plan("resume"),
  pause: (action) => `${plan("pause")(action)}${action.flag === "now" ? " --now" : ""}`,
  retry: ofStep("retry"),
  skip: (action) => `${ofStep("skip")(action)} <reason>`,
  fail: ofStep("fail"),
  cancel: plan("cancel"),
  rollback: (action) => `${ofStep("rollback")(action)}${action.flag === "everything" ? " --everything" : ""}`,
  queue: plan("queue"),
  unqueue: plan("unqueue"),
  clone: plan("clone"),
  archive: (action) => `${plan("archive")(action)}${action.flag === "undo" ? " --undo" : ""}`,
  edit: shell("edit"),
  propose: shell("propose"),
  handoff: alone("/plan handoff"),
  show: plan("review"),
  text: (action) => `${shell("show")(action)} --text`,
  watch: alone("/plan status"),
  plans: alone("/plans"),
  inbox: alone("/plans"),
  agents: alone("countersign agents"),
  audit: ({ flag }) => `countersign audit${flag === "verify" ? " --verify" : ""}`,
  adopt: (action) => `countersign ${adoptCommand(action)}`,
  import: alone("countersign key import <file>"),
  config: alone("countersign config"),
  doctor: alone("countersign doctor"),
  token: alone("countersign token create <name>"),
};
