import { type Outcome, yes } from "../../desk/outcome.ts";
import { isPlanId } from "../../plan/plan.ts";
import type { Arguments } from "./command-line.ts";
import type { CommandInfo, Completion } from "./commands.ts";
import type { Session } from "./session.ts";

/** The same arguments with whole ids: a plan or a request may be named by the first characters of its id. */
export async function withWholeIds(
  session: Session,
  command: CommandInfo,
  { words, options }: Arguments,
): Promise<Outcome<Arguments>> {
  const { complete, rest = complete, looseIds } = command.words;
  // After an action (`queue priority <plan> 5`) only the second word is an id.
  const isSecond = rest === "plan" && complete !== "plan";
  const wholeWords: string[] = [];
  for (const [at, word] of words.entries()) {
    const isOther = at > 0 && (rest === "request" || (isSecond && at > 1));
    const whole = await wholeId(session, word, at === 0 ? complete : isOther ? undefined : rest);
    if (whole.ok) wholeWords.push(whole.value);
    else if (looseIds && whole.refusal.facts?.["plans"] === undefined) wholeWords.push(word);
    else return whole;
  }
  const wholeOptions = { ...options };
  for (const [name, value] of Object.entries(options)) {
    const kind = command.options[name]?.complete;
    if (typeof value !== "string" || kind === undefined) continue;
    const whole = await wholeId(session, value, kind);
    if (!whole.ok) return whole;
    wholeOptions[name] = whole.value;
  }
  return yes({ words: wholeWords, options: wholeOptions });
}

async function wholeId(session: Session, word: string, kind: Completion | undefined): Promise<Outcome<string>> {
  if (kind === "plan") {
    if (isPlanId(word)) return yes(word);
    const { findPlanId } = await import("../../acts/find-plan-id.ts");
    return findPlanId(await session.desk(), word);
  }
  if (kind !== "request") return yes(word);
  const { findRequestId } = await import("../../acts/find-request-id.ts");
  return yes(await findRequestId(await session.desk(), word));
}
