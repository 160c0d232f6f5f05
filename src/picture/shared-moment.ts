import type { Who } from "../lifecycle/shared-plan.ts";
import { type Html, html } from "./html.ts";

/** A time as it is read anywhere: "2026-11-15 09:03 UTC". A time that is none is shown as it is. */
export function momentOf(at: string): Html {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(at)) return html`${at}`;
  return html`<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time>`;
}

/** A person's name is in ink. */
export function whoWords({ name, kind }: Who): Html {
  return html`<span class="${kind === "person" ? "person" : "machine"}">${name}</span>`;
}
