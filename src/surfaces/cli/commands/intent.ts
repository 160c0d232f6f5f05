import { detectIntent, type IntentFound } from "../../../policy/intent.ts";
import type { Run } from "../commands.ts";
import { jsonLines } from "../json-lines.ts";
import { readInput } from "../read-input.ts";
import { refused, reply, usage } from "../reply.ts";

export const run: Run = async (session, args) => {
  const said = args.words.join(" ");
  if (args.options["batch"] === true) {
    if (said !== "") return usage("With --batch the texts come from standard input, not from the command line.");
    return batch();
  }
  if (said !== "") return told(detectIntent(said));
  if (session.isTerminal) return usage("There is nothing to read.", 'Say it: countersign intent "go ahead"');
  const input = readInput("-");
  return input.ok ? told(detectIntent(input.value)) : refused(input.refusal);
};

function told(found: IntentFound) {
  return reply({ ...found }, `${found.intent}: ${found.reason}`);
}

/** An answer for every line, as soon as it is read; a line that is none of ours does not stop the others. */
async function batch() {
  const read = await jsonLines(textOf, (text) =>
    text === undefined ? { intent: "UNCLEAR", error: WRONG_LINE } : detectIntent(text),
  );
  if (read > 0) return reply({}, "");
  const message = "Nothing could be read from standard input.";
  return refused({ kind: "unreadable_input", message, hint: `Every line is one JSON object: ${EXAMPLE}` });
}

const EXAMPLE = '{"text": "go ahead"}';
const WRONG_LINE = `A line must be a JSON object with a text, as in ${EXAMPLE}`;

function textOf(line: unknown): string | undefined {
  const text = typeof line === "object" && line !== null && "text" in line ? line.text : undefined;
  return typeof text === "string" ? text : undefined;
}
