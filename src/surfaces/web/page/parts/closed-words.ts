import type { Slip } from "../../api/requests.ts";
import { person } from "../store.ts";

/** "You approved it.", "Ben Osei approved it.", "The request expired." */
export function closedWords({ by, words }: NonNullable<Slip["closing"]>): string {
  const isMe = by.person !== undefined && by.person === person.value?.id;
  return isMe && words.startsWith(`${by.name} `) ? `You${words.slice(by.name.length)}` : words;
}
