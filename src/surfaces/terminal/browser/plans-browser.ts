import { type Component, type Focusable, Input, Key, matchesKey, parseKey } from "@earendil-works/pi-tui";
import { secondsBetween } from "../../../plan/quantities.ts";
import { guarded } from "../lines.ts";
import type { Paint } from "../paint.ts";
import { keyOf } from "../review/key-of.ts";
import { actionsFor } from "./actions.ts";
import { type BrowserItem, browserItems, filteredItems } from "./browser-items.ts";
import { browserLines } from "./browser-lines.ts";
import type { BrowserAct, BrowserAnswer, BrowserMemory, BrowserSubject, Notice } from "./browser-subject.ts";

export interface BrowserOptions {
  subject: BrowserSubject;
  paint: Paint;
  /** Lines of the terminal that the browser may take. */
  height: () => number;
  /** Called once, with the choice that leaves the list. */
  done: (answer: BrowserAnswer) => void;
  /** Called for an act that stays in the list; `tell` shows its result. */
  act: (act: BrowserAct) => void;
  /** The selection and filter to come back to. */
  memory?: BrowserMemory;
}

const NEWS_SECONDS = 5;

/** The list of plans and open requests. */
export class PlansBrowser implements Component, Focusable {
  /** Set by pi: the terminal's own cursor stands in the filter then. */
  focused = false;
  readonly #options: BrowserOptions;
  #subject: BrowserSubject;
  #all: readonly BrowserItem[];
  /** The items that match the filter. */
  #left: { filter: string; items: readonly BrowserItem[] } | undefined;
  #selected: { key: string; index: number } = { key: "", index: 0 };
  #filter = new Input({ prompt: "/ " });
  #isTyping = false;
  /** The plan that a second press of the key cancels. */
  #toCancel: string | undefined;
  #notice: (Notice & { since?: string }) | undefined;
  #top = 0;
  #page = 10;
  #isDone = false;

  constructor(options: BrowserOptions) {
    this.#options = options;
    this.#subject = options.subject;
    this.#all = browserItems(options.subject);
    const { memory } = options;
    if (memory) this.#filter.setValue(memory.filter);
    if (memory) this.#selected = memory;
    this.#selectAgain();
  }

  get memory(): BrowserMemory {
    return { ...this.#selected, filter: this.#filter.getValue() };
  }

  /** Shows newer facts; selection and filter stay. */
  show(subject: BrowserSubject): void {
    this.#subject = subject;
    this.#all = browserItems(subject);
    this.#left = undefined;
    this.#forgetNotice(subject.now);
    if (!this.#selectAgain()) this.#toCancel = undefined;
  }

  /** Shows the result of an act until the next key. */
  tell(notice: Notice): void {
    this.#notice = notice;
  }

  /** A result disappears by itself; a refusal stays until the next key. */
  #forgetNotice(now: string): void {
    if (this.#notice === undefined || this.#notice.isRefusal) return;
    const { since = now } = this.#notice;
    this.#notice = (secondsBetween(since, now) ?? 0) < NEWS_SECONDS ? { ...this.#notice, since } : undefined;
  }

  render(width: number): string[] {
    const drawn = browserLines(
      {
        subject: this.#subject,
        all: this.#all,
        items: this.#items(),
        index: this.#selected.index,
        top: this.#top,
        filter: this.#filterView(width),
        toCancel: this.#toCancel,
        notice: this.#notice,
      },
      { width, height: this.#options.height(), paint: this.#options.paint },
    );
    this.#top = drawn.top;
    this.#page = drawn.page;
    // Filled up: an overlay shows the lines below it where it has none.
    const rest = Array<string>(Math.max(0, this.#options.height() - drawn.lines.length)).fill("");
    return [...guarded(drawn.lines, width), ...rest];
  }

  handleInput(data: string): void {
    this.#notice = undefined;
    if (this.#toCancel !== undefined) this.#confirmCancel(data);
    else if (this.#move(data)) return;
    else if (this.#isTyping) this.#type(data);
    else this.#choose(data);
  }

  invalidate(): void {}

  #items(): readonly BrowserItem[] {
    const filter = this.#filter.getValue();
    if (this.#left?.filter !== filter) this.#left = { filter, items: filteredItems(this.#all, filter) };
    return this.#left.items;
  }

  #select(wanted: number): void {
    const items = this.#items();
    const index = Math.max(0, Math.min(items.length - 1, wanted));
    this.#selected = { key: items[index]?.key ?? "", index };
  }

  /** The same item at its new position; if it is gone, the same position. */
  #selectAgain(): boolean {
    const found = this.#items().findIndex(({ key }) => key === this.#selected.key);
    this.#select(found === -1 ? this.#selected.index : found);
    return found !== -1;
  }

  #move(data: string): boolean {
    const { index } = this.#selected;
    const isKey = (key: Parameters<typeof matchesKey>[1]) => matchesKey(data, key);
    if (isKey(Key.up) || (!this.#isTyping && data === "k")) this.#select(index - 1);
    else if (isKey(Key.down) || (!this.#isTyping && data === "j")) this.#select(index + 1);
    else if (isKey(Key.pageUp)) this.#select(index - this.#page);
    else if (isKey(Key.pageDown)) this.#select(index + this.#page);
    else if (!this.#isTyping && isKey(Key.home)) this.#select(0);
    else if (!this.#isTyping && isKey(Key.end)) this.#select(Number.MAX_SAFE_INTEGER);
    else return false;
    return true;
  }

  #type(data: string): void {
    if (matchesKey(data, Key.enter)) this.#isTyping = false;
    else if (matchesKey(data, Key.escape) || matchesKey(data, Key.ctrl("c"))) this.#clearFilter();
    else {
      this.#filter.handleInput(data);
      this.#select(0);
    }
  }

  #clearFilter(): void {
    this.#isTyping = false;
    this.#filter.setValue("");
    const found = this.#items().findIndex(({ key }) => key === this.#selected.key);
    this.#select(Math.max(0, found));
  }

  #choose(data: string): void {
    if (matchesKey(data, Key.ctrl("c"))) this.#answer({ kind: "close" });
    else if (matchesKey(data, Key.escape)) {
      if (this.#filter.getValue() === "") this.#answer({ kind: "close" });
      else this.#clearFilter();
    } else if (matchesKey(data, Key.slash)) this.#isTyping = true;
    else this.#act(data);
  }

  #act(data: string): void {
    const item = this.#items()[this.#selected.index];
    if (item === undefined) return;
    if (item.kind === "request") {
      if (matchesKey(data, Key.enter)) this.#answer({ kind: "answer", request_id: item.entry.id });
      return;
    }
    const action = actionsFor(item.plan).find(({ key, also = [] }) => isPressed(data, [key, ...also]));
    if (action?.kind === "cancel") this.#toCancel = item.key;
    else if (action?.isAct) this.#options.act({ kind: action.kind, id: item.key });
    else if (action !== undefined) this.#answer({ kind: action.kind, id: item.key });
  }

  /** Anything but the same key again keeps the plan. */
  #confirmCancel(data: string): void {
    const id = this.#toCancel;
    this.#toCancel = undefined;
    if (id !== undefined && isPressed(data, ["x"])) this.#options.act({ kind: "cancel", id });
  }

  #answer(answer: BrowserAnswer): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#options.done(answer);
  }

  #filterView(width: number): { line: string; isTyping: boolean } | undefined {
    const value = this.#filter.getValue();
    this.#filter.focused = this.focused;
    if (this.#isTyping) return { line: this.#filter.render(Math.max(4, width - 2))[0] ?? "", isTyping: true };
    return value === "" ? undefined : { line: `/ ${value}`, isTyping: false };
  }
}

/** A paste is no key. */
function isPressed(data: string, keys: readonly string[]): boolean {
  return [data, keyOf(data), parseKey(data)].some((pressed) => pressed !== undefined && keys.includes(pressed));
}
