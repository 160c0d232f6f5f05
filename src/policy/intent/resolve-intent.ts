import { detectIntent, type Intent, type IntentFound } from "../intent.ts";

/**
 * A model for messages that the rules cannot classify. It gets a person's message and answers with one of the
 * intents.
 */
export interface IntentModel {
  classify(text: string): Promise<Intent>;
}

/**
 * Rules first. A model is asked only about words in which the rules found nothing: it can never turn a negation, a
 * question, a quotation, a condition or hidden characters into consent. If it fails, the words stay unclear.
 */
export async function resolveIntent(text: string, model?: IntentModel): Promise<IntentFound> {
  const found = detectIntent(text);
  if (model === undefined || found.doubt !== "undecided") return found;
  const answer = await ask(model, text);
  if (answer !== "EXECUTE_NOW" && answer !== "PLAN_ONLY") return found;
  const { doubt: _, ...rest } = found;
  return { ...rest, intent: answer, reason: "The rules could not tell; a model read it so." };
}

async function ask(model: IntentModel, text: string): Promise<unknown> {
  try {
    return await model.classify(text);
  } catch {
    return undefined;
  }
}
