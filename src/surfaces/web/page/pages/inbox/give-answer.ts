import type { Slip } from "../../../api/requests.ts";
import { call, type Refusal } from "../../call.ts";
import { say } from "../../parts/say.tsx";
import { stay } from "./just-answered.ts";

/** Sends an answer; the first one counts. Answers with the refusal, if there is one. */
export async function giveAnswer(slip: Slip, chosen: readonly string[], words = ""): Promise<Refusal | undefined> {
  const body = { request: slip.id, ...(chosen.length > 0 && { chosen: [...chosen] }), ...(words !== "" && { words }) };
  const answer = await call("answer", { params: { project: slip.project }, body });
  if (!answer.ok) return answer.refusal;
  say(answer.value.words);
  stay(answer.value.request);
  return undefined;
}
