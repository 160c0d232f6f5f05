import type { RESTPostAPIChatInputApplicationCommandsJSONBody } from "discord.js";
import { LIMITS } from "../limits.ts";

type Command = RESTPostAPIChatInputApplicationCommandsJSONBody;

const SUB = 1;
const STRING = 3;
const INTEGER = 4;
const BOOLEAN = 5;

const plan = {
  type: STRING,
  name: "plan",
  description: "The plan; if left out, the agent's own",
  autocomplete: true,
};
const step = { type: STRING, name: "step", description: "The step", autocomplete: true };

/** The commands of every agent, in its channel and the channel's threads. */
export const SLASH_COMMANDS = [
  {
    name: "plan",
    description: "Plan first, read-only, until the plan is approved",
    // Not in private messages: an agent has a channel.
    contexts: [0],
    options: [
      {
        type: SUB,
        name: "start",
        description: "Start planning",
        options: [{ type: STRING, name: "task", description: "What should be planned", max_length: LIMITS.input }],
      },
      { type: SUB, name: "status", description: "Status of the agent and its plan", options: [plan] },
      { type: SUB, name: "cancel", description: "Cancel planning, or a plan", options: [plan] },
      {
        type: SUB,
        name: "pause",
        description: "Start no new steps",
        options: [{ type: BOOLEAN, name: "now", description: "Interrupt running steps too" }, plan],
      },
      { type: SUB, name: "resume", description: "Continue a plan", options: [plan] },
      { type: SUB, name: "retry", description: "Retry one failed step, or all of them", options: [step, plan] },
      {
        type: SUB,
        name: "skip",
        description: "Skip a step",
        options: [
          { ...step, required: true },
          { type: STRING, name: "reason", description: "Why it is not needed", required: true, max_length: 1000 },
          plan,
        ],
      },
      {
        type: SUB,
        name: "decide",
        description: "Answer a decision, or change the answer",
        options: [
          { type: STRING, name: "decision", description: "The decision", required: true, autocomplete: true },
          {
            type: STRING,
            name: "choice",
            required: true,
            autocomplete: true,
            description: "The option; several with commas",
          },
          plan,
        ],
      },
      { type: SUB, name: "diff", description: "Changes of a run, a step or a revision", options: [step, plan] },
      { type: SUB, name: "simulate", description: "Dry run: order and estimated effort", options: [plan] },
      {
        type: SUB,
        name: "fail",
        description: "Mark an abandoned plan, or an interrupted step, as failed",
        options: [step, { type: STRING, name: "reason", description: "Why", max_length: 1000 }, plan],
      },
      {
        type: SUB,
        name: "rollback",
        description: "Undo the changes of a run or step, after a preview",
        options: [
          step,
          {
            type: BOOLEAN,
            name: "everything",
            description: "Restore all files, also those that no known step changed",
          },
          plan,
        ],
      },
      {
        type: SUB,
        name: "queue",
        description: "Add an approved plan to the queue",
        options: [{ type: INTEGER, name: "priority", description: "Higher runs first; 0 if left out" }, plan],
      },
      { type: SUB, name: "unqueue", description: "Remove a plan from the queue", options: [plan] },
      { type: SUB, name: "clear-queue", description: "Remove all plans from the queue" },
      {
        type: SUB,
        name: "model",
        description: "Choose another model for the rest of a signed plan",
        options: [
          {
            type: STRING,
            name: "model",
            description: "provider/id",
            required: true,
            max_length: 200,
            autocomplete: true,
          },
          plan,
        ],
      },
      { type: SUB, name: "clone", description: "Propose the same text as a new plan", options: [plan] },
      {
        type: SUB,
        name: "archive",
        description: "Move an ended plan to the archive",
        options: [{ type: BOOLEAN, name: "undo", description: "Move it back" }, plan],
      },
      { type: SUB, name: "handoff", description: "Leave plan mode and keep the plan" },
    ],
  },
  {
    name: "plans",
    description: "All plans of this agent's project",
    contexts: [0],
  },
] as const satisfies Command[];
