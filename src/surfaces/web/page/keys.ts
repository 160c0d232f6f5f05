import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { kept } from "./kept.ts";

/** One row of the sheet behind `?`, and what it does now. */
export interface KeyAct {
  /** `g i`, `j`, `Ctrl+Enter`, `?`. */
  keys: string;
  does: string;
  act(event: KeyboardEvent): void;
  /** Also in text fields, and with single keys switched off: only for keys that write nothing. */
  always?: boolean;
}

/** Single keys can be switched off, for persons who speak to their computer. */
export const singleKeys = kept("single-keys", true);

interface Group {
  title: string;
  acts: readonly KeyAct[];
}

/** In the order in which their components came; the last one that knows a key gets it: a sheet before the page under it. */
const groups = signal<readonly Group[]>([]);
let pending = "";
let pendingUntil = 0;

/** Keys that hold as long as the component is on the page. Drawing it again does not change its turn. */
export function useKeys(title: string, acts: readonly KeyAct[], when = true): void {
  const group = useRef<Group>({ title, acts: [] });
  useEffect(() => {
    group.current.title = title;
    group.current.acts = when ? acts : [];
  });
  useEffect(() => {
    groups.value = [...groups.peek(), group.current];
    return () => {
      groups.value = groups.peek().filter((other) => other !== group.current);
    };
  }, []);
}

/** What the sheet shows: every key once, as it acts now. */
export function shownKeys(): { title: string; acts: readonly KeyAct[] }[] {
  const taken = new Set<string>();
  const own = [...groups.value].reverse().map(({ title, acts }) => ({
    title,
    acts: acts.filter(({ keys }) => !taken.has(keys) && taken.add(keys)),
  }));
  const shown = Map.groupBy(own.filter(({ acts }) => acts.length > 0).reverse(), ({ title }) => title);
  return [...shown].map(([title, same]) => ({ title, acts: same.flatMap(({ acts }) => acts) }));
}

export function listenToKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const name = nameOf(event);
    if (name === undefined) return;
    const sequence = event.timeStamp < pendingUntil ? `${pending} ${name}` : name;
    const found = actFor(sequence, event) ?? (sequence === name ? undefined : actFor(name, event));
    pending = "";
    pendingUntil = 0;
    if (found) {
      event.preventDefault();
      found.act(event);
    } else if (isPrefix(name) && mayAct(event, false)) {
      pending = name;
      pendingUntil = event.timeStamp + 1000;
    }
  });
}

function actFor(keys: string, event: KeyboardEvent): KeyAct | undefined {
  for (const { acts } of [...groups.peek()].reverse()) {
    const found = acts.find((one) => one.keys === keys && mayAct(event, one.always === true));
    if (found) return found;
  }
  return undefined;
}

function isPrefix(name: string): boolean {
  return groups.peek().some(({ acts }) => acts.some(({ keys }) => keys.startsWith(`${name} `)));
}

function mayAct(event: KeyboardEvent, always: boolean): boolean {
  if (always) return true;
  if (!singleKeys.peek() || isWriting(event.target)) return false;
  // A focused control has its own use of these.
  const isOnControl = event.target instanceof Element && event.target.closest("button, a, summary, [role=option]");
  if (isOnControl && (event.key === "Enter" || event.key === " ")) return false;
  // An open dialog has the keyboard for itself.
  const dialog = document.querySelector("dialog[open]");
  if (dialog !== null && event.key === "Escape") return false;
  return dialog === null || event.target === document.body || dialog.contains(event.target as Node);
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "submit"].includes(target.type);
  return target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** `Ctrl+Enter`, on a Mac also with ⌘; undefined for keys with modifiers that browsers use. */
function nameOf(event: KeyboardEvent): string | undefined {
  if (event.altKey) return undefined;
  const key = event.key === " " ? "space" : event.key;
  if (event.ctrlKey || event.metaKey) return key === "Enter" ? "Ctrl+Enter" : undefined;
  return key.length === 1 || ["space", "Enter", "Escape", "ArrowUp", "ArrowDown"].includes(key) ? key : undefined;
}
