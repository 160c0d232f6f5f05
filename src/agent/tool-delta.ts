import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** The changes to the set of active tools, so that exactly these can be undone. */
export interface ToolDelta {
  hidden: readonly string[];
  added: readonly string[];
  /** All active tools in their order, in which a model reads of them. */
  before: readonly string[];
}

/** Hides tools and switches on others. Hiding is a courtesy: each call is judged. */
export function changeTools(pi: ExtensionAPI, hide: readonly string[], add: readonly string[]): ToolDelta {
  const active = pi.getActiveTools();
  const hidden = hide.filter((name) => active.includes(name));
  const added = add.filter((name) => !active.includes(name));
  if (hidden.length + added.length > 0) {
    pi.setActiveTools([...active.filter((name) => !hidden.includes(name)), ...added]);
  }
  return { hidden, added, before: active };
}

/** Changes by other extensions since then stay. */
export function changeBack(pi: ExtensionAPI, { hidden, added, before }: ToolDelta): void {
  const kept = pi.getActiveTools().filter((name) => !added.includes(name));
  const missing = hidden.filter((name) => !kept.includes(name));
  const place = (name: string) => (before.includes(name) ? before.indexOf(name) : before.length);
  pi.setActiveTools([...kept, ...missing].sort((one, two) => place(one) - place(two)));
}
