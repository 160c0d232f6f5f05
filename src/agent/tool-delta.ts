import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

/** What was changed of the tools that are switched on, so that exactly that can be changed back. */
export interface ToolDelta {
  hidden: readonly string[];
  added: readonly string[];
  /** All that were switched on, in their order: it is the order in which a model reads of them. */
  before: readonly string[];
}

/** Hides tools and switches on others. To hide a tool is a courtesy: what may run is judged at each call. */
export function changeTools(pi: ExtensionAPI, hide: readonly string[], add: readonly string[]): ToolDelta {
  const active = pi.getActiveTools();
  const hidden = hide.filter((name) => active.includes(name));
  const added = add.filter((name) => !active.includes(name));
  if (hidden.length + added.length > 0) {
    pi.setActiveTools([...active.filter((name) => !hidden.includes(name)), ...added]);
  }
  return { hidden, added, before: active };
}

/** What others have switched on or off meanwhile stays as they want it. */
export function changeBack(pi: ExtensionAPI, { hidden, added, before }: ToolDelta): void {
  const kept = pi.getActiveTools().filter((name) => !added.includes(name));
  const missing = hidden.filter((name) => !kept.includes(name));
  const place = (name: string) => (before.includes(name) ? before.indexOf(name) : before.length);
  pi.setActiveTools([...kept, ...missing].sort((one, two) => place(one) - place(two)));
}
