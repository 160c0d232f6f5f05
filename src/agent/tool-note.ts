import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

/** The changes to the set of active tools, so that exactly these can be undone. */
export interface ToolDelta {
  hidden: readonly string[];
  added: readonly string[];
  /** All active tools in their order, in which a model reads of them. */
  before: readonly string[];
}

const NOTE = "countersign-tools";

/**
 * Keeps in the session how plan mode changed its tools. pi restores the tools that a point of the session had, when a person
 * goes back to it and, from 1.x on, when the session is resumed: without the note the tools that plan mode hid there would
 * stay hidden after it ended.
 */
export class ToolNote {
  readonly #pi: ExtensionAPI;
  #isOpen = false;

  constructor(pi: ExtensionAPI) {
    this.#pi = pi;
  }

  /** The tools are changed from now on. */
  open(delta: ToolDelta): void {
    this.#pi.appendEntry(NOTE, delta);
    this.#isOpen = true;
  }

  /** They have been changed back, and pi is about to record that. */
  close(): void {
    if (!this.#isOpen) return;
    this.#pi.appendEntry(NOTE);
    this.#isOpen = false;
  }

  /** pi has restored the tools of this point of the session: those that plan mode had changed there are changed back. */
  undo({ sessionManager }: ExtensionContext): void {
    const notes = sessionManager.getBranch().flatMap((entry) => {
      return entry.type === "custom" && entry.customType === NOTE ? [isDelta(entry.data) ? entry.data : undefined] : [];
    });
    // pi records the tools only when the model is asked: it may have restored those of any mode since the last close.
    const open = notes.slice(notes.lastIndexOf(undefined) + 1).filter((delta) => delta !== undefined);
    const [first] = open;
    this.#isOpen = first !== undefined;
    if (first === undefined) return;
    changeBack(this.#pi, {
      hidden: open.flatMap(({ hidden }) => hidden),
      added: open.flatMap(({ added }) => added),
      before: first.before,
    });
  }
}

/** Changes by other extensions since then stay. */
export function changeBack(pi: ExtensionAPI, { hidden, added, before }: ToolDelta): void {
  const kept = pi.getActiveTools().filter((name) => !added.includes(name));
  const missing = [...new Set(hidden)].filter((name) => !kept.includes(name));
  const place = (name: string) => (before.includes(name) ? before.indexOf(name) : before.length);
  setInOrder(
    pi,
    [...kept, ...missing].sort((one, two) => place(one) - place(two)),
  );
}

/** pi 1.x keeps the order of tools that stay active: from the first wrong place on they are switched off and on again. */
function setInOrder(pi: ExtensionAPI, names: readonly string[]): void {
  pi.setActiveTools([...names]);
  const wrong = pi.getActiveTools().findIndex((name, at) => name !== names[at]);
  if (wrong === -1) return;
  pi.setActiveTools(names.slice(0, wrong));
  pi.setActiveTools([...names]);
}

/** A session file is the user's, and may have been edited. */
function isDelta(data: unknown): data is ToolDelta {
  const { hidden, added, before } = Object(data) as Partial<Record<keyof ToolDelta, unknown>>;
  return [hidden, added, before].every((list) => Array.isArray(list) && list.every((name) => typeof name === "string"));
}
