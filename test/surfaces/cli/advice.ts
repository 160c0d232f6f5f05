import { readArguments } from "../../../src/surfaces/cli/command-line.ts";
import { findCommand } from "../../../src/surfaces/cli/commands.ts";
import type { AdviceReader } from "../../../testing/advice.ts";

const OF_STEP = ["retry", "skip", "fail", "rollback"];

/** Commands of the shell, read by the parser that reads them when they are typed. */
export const CLI_ADVICE: AdviceReader = {
  begins: /countersign [a-z]/,
  read(text) {
    const [, name = "", ...words] = text.split(" ");
    const command = findCommand(name);
    if (command === undefined) return { wrong: `there is no command ${name}` };
    const read = readArguments(command, words);
    if ("wrong" in read) return { wrong: read.wrong };
    const [plan, step] = name === "queue" || name === "key" ? read.words.slice(1) : read.words;
    return { plan, ...(OF_STEP.includes(name) && { step }) };
  },
};
