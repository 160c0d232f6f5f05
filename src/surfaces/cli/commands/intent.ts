import { detectIntent, type IntentFound } from "../../../policy/intent.ts";
import type { Run } from "../commands.ts";
import { jsonLines } from "../json-lines.ts";
import { readInput } from "../read-input.ts";
import { printed, refused, reply, usage } from "../reply.ts";

export const run: Run = async (session, args) => {
  const said = args.words.join(" ");
  if (args.options["batch"] === true) {
    if (said !== "") return usage("With --batch the texts come from standard input, not from the command line.");
    return batch();
  }
  if (said !== "") return told(detectIntent(said));
  if (session.isTerminal) return usage("There is no text to classify.", 'countersign intent "go ahead"');
  const input = readInput("-");
  return input.ok ? told(detectIntent(input.value)) : refused(input.refusal);
};

function told(found: IntentFound) {
  return reply({ ...found }, `${found.intent}: ${found.reason}`);
}

/** One answer a line; a malformed line gets an error and does not stop the others. */
async function batch() {
  const read = await jsonLines(textOf, (text) =>
    text === undefined ? { intent: "UNCLEAR", error: WRONG_LINE } : detectIntent(text),
  );
  if (read > 0) return printed();
  const message = "Standard input has no valid line.";
  return refused({ kind: "unreadable_input", message, hint: `Every line is one JSON object: ${EXAMPLE}` });
}

const EXAMPLE = '{"text": "go ahead"}';
const WRONG_LINE = `A line must be a JSON object with a text, as in ${EXAMPLE}`;

function textOf(line: unknown): string | undefined {
  const text = typeof line === "object" && line !== null && "text" in line ? line.text : undefined;
  return typeof text === "string" ? text : undefined;
}
