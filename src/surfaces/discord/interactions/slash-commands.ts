import type { RESTPostAPIChatInputApplicationCommandsJSONBody } from "discord.js";

type Command = RESTPostAPIChatInputApplicationCommandsJSONBody;

const SUB = 1;
const STRING = 3;
const BOOLEAN = 5;

const plan = {
  type: STRING,
  name: "plan",
  description: "Which plan; the agent's own, if left out",
  autocomplete: true,
};
const step = { type: STRING, name: "step", description: "Which step", autocomplete: true };

/** What can be typed. Every agent answers to the same words, in its own channel and in the threads of it. */
export const SLASH_COMMANDS = [
  {
    name: "plan",
    description: "Plan first, read-only, until somebody signs",
    // Not in private messages: an agent has a channel.
    contexts: [0],
    options: [
      {
        ...{ type: SUB, name: "start", description: "Start planning" },
        options: [{ type: STRING, name: "task", description: "What should be planned", max_length: 4000 }],
      },
      { type: SUB, name: "status", description: "Where the agent and its plan stand", options: [plan] },
      { type: SUB, name: "cancel", description: "Cancel planning, or a plan", options: [plan] },
      {
        ...{ type: SUB, name: "pause", description: "Start nothing new" },
        options: [{ type: BOOLEAN, name: "now", description: "Interrupt what runs, too" }, plan],
      },
      { type: SUB, name: "resume", description: "Go on with a plan", options: [plan] },
      { type: SUB, name: "retry", description: "Try what failed again", options: [step, plan] },
      {
        ...{ type: SUB, name: "skip", description: "Skip a step" },
        options: [
          { ...step, required: true },
          { type: STRING, name: "reason", description: "Why it is not needed", required: true, max_length: 1000 },
          plan,
        ],
      },
      {
        ...{ type: SUB, name: "decide", description: "Take a decision of the plan" },
        options: [
          { type: STRING, name: "decision", description: "Which decision", required: true, autocomplete: true },
          {
            ...{ type: STRING, name: "choice", required: true, autocomplete: true },
            description: "What is chosen; several with commas",
          },
          plan,
        ],
      },
      { type: SUB, name: "diff", description: "What a run or a step changed, or a revision", options: [step, plan] },
      { type: SUB, name: "simulate", description: "What would run, and about how much of it", options: [plan] },
      { type: SUB, name: "handoff", description: "Leave plan mode and keep the plan" },
    ],
  },
  {
    name: "plans",
    description: "All plans of this agent's project",
    contexts: [0],
  },
] as const satisfies Command[];
