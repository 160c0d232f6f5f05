/** As the agent submits it first. */
export const GREETING = {
  title: "Greet the visitors",
  summary: "A greeting is written, shown at one place, and counted.",
  decisions: [
    {
      decision_id: "place",
      header: "Place",
      question: "Where is the greeting shown?",
      options: [
        { label: "Door", description: "Everybody passes it" },
        { label: "Window", description: "It is seen from outside" },
      ],
      recommended: "Door",
    },
  ],
  steps: [
    {
      ...{ id: "write", title: "Write the greeting", description: "It says hello to everybody." },
      ...{ mode: "code", tools: ["read", "write"], files: ["greeting.txt"], risk: "low" },
      verify: "grep -q Hello greeting.txt",
    },
    {
      ...{ id: "show", title: "Show it", run: "cp greeting.txt shown.txt", risk: "medium" },
      ...{ depends_on: ["write"], decision_id: "place" },
    },
    {
      ...{ id: "count", title: "Count the tries", depends_on: ["show"], risk: "low" },
      // Passes when it is tried again.
      ...{ run: "echo try >> tries.txt", verify: 'test "$(wc -l < tries.txt)" -ge 2' },
    },
    { id: "announce", title: "Announce it", run: "echo all > announced.txt", depends_on: ["show"], risk: "high" },
  ],
};

/** After comments on the words of its first step, and on its third. */
export const REVISED = {
  ...GREETING,
  steps: GREETING.steps.map((step) => ({
    ...step,
    ...(step.id === "write" && { description: "It greets everybody in two languages." }),
    ...(step.id === "count" && { title: "Count how often it was tried" }),
  })),
};

/** The same without a model: all its steps are commands. */
export const COMMANDS = {
  ...GREETING,
  steps: GREETING.steps.map((step) =>
    step.id === "write"
      ? { id: "write", title: "Write the greeting", run: "echo Hello > greeting.txt", risk: "low" }
      : step,
  ),
};

export const COMMANDS_REVISED = {
  ...COMMANDS,
  steps: COMMANDS.steps.map((step) =>
    step.id === "write"
      ? { ...step, title: "Write the greeting loudly", run: "echo HELLO Hello > greeting.txt" }
      : step,
  ),
};

/** Two commands. */
export const QUICK = {
  title: "Say it",
  steps: [
    { id: "say", title: "Say it", description: "In a file.", run: "echo loud > loud.txt", risk: "low" },
    { id: "tell", title: "Tell others", run: "echo told > told.txt", risk: "medium" },
  ],
};

export const QUICK_REVISED = {
  ...QUICK,
  steps: QUICK.steps.map((step) =>
    step.id === "say" ? { ...step, title: "Say it loudly", run: "echo LOUD > loud.txt" } : step,
  ),
};

/** One command that waits for a decision. */
export const PLACED = {
  title: "Show a sign",
  summary: "The sign is shown.",
  decisions: GREETING.decisions,
  steps: [{ id: "show", title: "Show it", run: "echo sign > sign.txt", risk: "low", decision_id: "place" }],
};

export const PLACED_BETTER = { ...PLACED, summary: "The sign is warm, and shown." };
