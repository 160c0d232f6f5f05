import { adoptCommand } from "../../lifecycle/adopt-command.ts";
import type { Move, NextAction } from "../../lifecycle/next-action.ts";

/** How an action is called on the command line. */
export function callAction(action: NextAction): string {
  return `countersign ${COMMANDS[action.move](action)}`;
}

const plan = (command: string) => (action: NextAction) => `${command} ${action.plan ?? "<plan>"}`;
const ofStep = (command: string) => (action: NextAction) =>
  action.about === undefined ? plan(command)(action) : `${plan(command)(action)} ${action.about}`;
const alone = (command: string) => () => command;

const COMMANDS: Record<Move, (action: NextAction) => string> = {
  plan: alone('plan "<goal>"'),
  approve: plan("approve"),
  answer: ({ about }) => `answer ${about ?? "<request>"} …`,
  decide: (action) => `${ofStep("decide")(action)} …`,
  run: plan("run"),
  resume: plan("resume"),
  pause: (action) => `${plan("pause")(action)}${action.flag === "now" ? " --now" : ""}`,
  retry: ofStep("retry"),
  skip: (action) => `${ofStep("skip")(action)} --reason …`,
  fail: ofStep("fail"),
  cancel: plan("cancel"),
  rollback: (action) => `${ofStep("rollback")(action)}${action.flag === "everything" ? " --everything" : ""}`,
  queue: ({ plan: id }) => (id === undefined ? "queue" : `queue add ${id}`),
  unqueue: plan("queue remove"),
  clone: plan("clone"),
  archive: (action) => `${plan("archive")(action)}${action.flag === "undo" ? " --undo" : ""}`,
  edit: plan("edit"),
  propose: ({ plan: id }) => (id === undefined ? "propose <file>" : `propose .pi/plans/${id}.md`),
  handoff: ({ about }) => `leave ${about ?? "<agent>"} --hand-off`,
  show: plan("show"),
  text: (action) => `${plan("show")(action)} --text`,
  watch: plan("watch"),
  plans: alone("plans"),
  inbox: alone("inbox"),
  agents: alone("agents"),
  audit: ({ flag }) => (flag === "verify" ? "audit --verify" : "audit"),
  adopt: adoptCommand,
  import: alone("key import <file>"),
  config: alone("config"),
  doctor: alone("doctor"),
  token: alone("token create <name>"),
};
