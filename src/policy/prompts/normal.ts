/** The whole prompt outside plan mode. */
export const normalGuideline =
  "Call enter_plan_mode(reason) first when a task touches several files, needs a decision about architecture, or would be costly to undo.";
