import type { PlanStatus } from "../../../lifecycle/plan-state.ts";
import { type CardMessage, cardMessage, words } from "./card-message.ts";
import { code, inline } from "./discord-text.ts";
import { GREY, planLook } from "./status-look.ts";

interface Pointer {
  id: string;
  title: string;
  revision: number;
}

/** Replaces a copy of a card with an older text: it has no buttons, and links to the newest card. */
export function staleCard(old: Pointer, newest?: string): CardMessage {
  const url = messageUrl(newest);
  return pointerCard(old, `This text is out of date. ${url ? `The newest: ${url}` : "/plan status shows the newest."}`);
}

/** Replaces a copy of a card after the plan was answered there. */
export function answeredCard({ status, ...plan }: Pointer & { status: PlanStatus }, card?: string): CardMessage {
  const url = messageUrl(card);
  const { mark, words: stands } = planLook(status);
  return pointerCard(plan, `${mark} ${stands}. ${url ? `Its card: ${url}` : "/plan status shows its card."}`);
}

/** The answer to a reply to an older card. */
export function oldReplyCard(id: string, newest?: string): CardMessage {
  const url = messageUrl(newest);
  const text = [
    `🗂️ That card shows an older text of ${code(id)}, so your reply had no effect.`,
    url ? `Reply to the newest one: ${url}` : "Reply to the newest one; /plan status sends it again.",
  ];
  return cardMessage({ colour: GREY, body: [words(text.join("\n"))] });
}

function pointerCard({ id, title, revision }: Pointer, where: string): CardMessage {
  const text = [`## 🗂️ ${inline(title, 200)}`, `-# ${code(id)} · revision ${revision}`, where];
  return cardMessage({ colour: GREY, body: [words(text.join("\n"))] });
}

/** The plan of such a pointer, by its text. No title can imitate it: a title stays on one line. */
export function planOfPointer(text: string): string | undefined {
  return /^## 🗂️ [^\n]*\n-# `(PLAN-\w{8})` · revision \d+\n/u.exec(text)?.[1];
}

/** Undefined for a text that is no link to a message of Discord. */
export function messageUrl(url: string | undefined): string | undefined {
  return url && /^https:\/\/[\w.]+\/channels\/[\w@/]+$/.test(url) ? url : undefined;
}
