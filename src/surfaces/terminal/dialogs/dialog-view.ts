import type { Component, Focusable, TUI, TuiMouseEvent, TuiMouseEventResult } from "@earendil-works/pi-tui";
import { getKeybindings } from "@earendil-works/pi-tui";
import type { KeyPress } from "../../../desk/key-presses.ts";
import { oneLine } from "../lines.ts";
import type { Paint } from "../paint.ts";
import type { PanelPlace } from "../panel/panel-place.ts";
import type { Answered } from "../review/foot-lines.ts";
import { keyOf } from "../review/key-of.ts";
import { byTimer, type Later, LETTER_MS, ShortcutTiming } from "../review/shortcut-timing.ts";
import { TextField } from "../review/text-field.ts";
import { TypeAhead } from "../review/type-ahead.ts";
import { typedText } from "../review/typed-text.ts";
import { type Dialog, type DialogDraft, type DialogOutcome, emptyDraft, hasChoices } from "./dialog.ts";
import { passageLines, unsentLines } from "./dialog-lines.ts";
import { type DialogState, dialogScreen, type OpenField } from "./dialog-screen.ts";
import { type Lines, Scroll } from "./scroll.ts";

export interface DialogOptions {
  tui: TUI;
  theme: Paint;
  /** Called once, with the outcome and the key that gave it. */
  done: (outcome: DialogOutcome, press: KeyPress | undefined) => void;
  /** The key that is being handled. */
  press?: () => KeyPress | undefined;
  /** Text and marks of an earlier view of this request. */
  draft?: DialogDraft;
  /** Milliseconds after the dialog appears in which keys do not answer it. */
  pause?: number;
  /** The panel, if the dialog lies where it is drawn otherwise. */
  panel?: PanelPlace;
  now?: () => number;
  later?: Later;
}

/** Rows that a dialog leaves free above it, and above the panel, as long as it hides no choice. */
const OTHERS = 6;
const ABOVE_PANEL = 3;

/** A dialog over the editor, with the panel that it covers. It only returns the answer; its caller acts on it. */
export class DialogView implements Component, Focusable {
  readonly #dialog: Dialog;
  readonly #options: DialogOptions;
  readonly #paint: Paint;
  readonly #typeAhead: TypeAhead;
  readonly #shortcuts: ShortcutTiming;
  #press: KeyPress | undefined;
  readonly #bodyScroll = new Scroll();
  readonly #choicesScroll = new Scroll();
  #draft: DialogDraft;
  /** The entry that Enter chooses. */
  #cursor: number | undefined;
  /** Where the entries stand. */
  #places: readonly Lines[] = [];
  #field: OpenField | undefined;
  #notice: string | undefined;
  /** The entry that needs a second press. */
  #asked: number | undefined;
  #answered: Answered | undefined;
  #body: { width: number; lines: string[] } | undefined;
  #hasSeenAll = false;
  #isDrawn = false;
  #isDone = false;
  #isFocused = false;
  #stray = "";

  constructor(dialog: Dialog, options: DialogOptions) {
    const { draft = emptyDraft, pause = 300, now = () => performance.now(), later = byTimer } = options;
    this.#dialog = dialog;
    this.#options = options;
    this.#paint = options.theme;
    this.#typeAhead = new TypeAhead(pause, now);
    this.#shortcuts = new ShortcutTiming(pause === 0 ? 0 : LETTER_MS, now, later);
    this.#draft = { words: draft.words, picked: draft.picked.filter((index) => index in dialog.entries) };
    this.#cursor = (dialog.picks === "one" ? this.#draft.picked[0] : undefined) ?? dialog.first;
    const written = dialog.entries.findIndex((entry) => entry.words !== undefined);
    if (!hasChoices(this.#dialog) || (draft.words.trim() !== "" && written >= 0)) this.#write(written);
  }

  get draft(): DialogDraft {
    return this.#draft;
  }

  /** Text for the editor: typed before the dialog appeared, or where it takes none. Single keys are left out. */
  get stray(): string {
    return /^(?:[\dt ]*|.)$/u.test(this.#stray) ? "" : this.#stray;
  }

  get focused(): boolean {
    return this.#isFocused;
  }

  set focused(focused: boolean) {
    // Another view may have had the screen and the keys until now.
    if (focused && !this.#isFocused) this.#typeAhead.begin();
    this.#isFocused = focused;
    if (this.#field) this.#field.input.focused = focused;
  }

  /** Another surface answered, e.g. `{ by: "ana", how: "allowed it (discord)" }`. The dialog stays to say so. */
  closeWith(answered: Answered): void {
    if (this.#isDone) return;
    this.#shortcuts.cancel();
    this.#answered = answered;
    this.#notice = undefined;
    this.#typeAhead.begin();
    this.#bodyScroll.home();
    this.#changed();
  }

  /** Closes without an answer; the request stays open. */
  putAside(): void {
    this.#finish({ kind: "aside" });
  }

  invalidate(): void {
    this.#body = undefined;
  }

  render(width: number): string[] {
    if (!this.#isDrawn) this.#typeAhead.begin();
    this.#isDrawn = true;
    const { rows } = this.#options.tui.terminal;
    const panel = this.#options.panel?.lines(width, this.#paint) ?? [];
    const { lines, places, isAtEnd } = dialogScreen(this.#paint, this.#state(), {
      body: (room) => this.#bodyLines(room),
      width,
      rows: Math.max(8, rows - Math.max(OTHERS, panel.length + ABOVE_PANEL)),
      most: rows - panel.length,
    });
    this.#places = places;
    // Lines that do not fit leave the screen at its top, unread.
    const isWhole = lines.length <= rows;
    if (isWhole && this.#isFocused) this.#bodyScroll.wasShown();
    if (isAtEnd && isWhole && this.#bodyScroll.isReadToEnd) this.#hasSeenAll = true;
    const drawn = [...panel.slice(0, Math.max(0, rows - lines.length)), ...lines];
    if (this.#options.panel?.covers(this, drawn.length)) this.#options.tui.requestRender();
    return drawn;
  }

  handleMouse(event: TuiMouseEvent): TuiMouseEventResult | undefined {
    if (event.type !== "wheel" || !event.wheelDelta) return undefined;
    this.#bodyScroll.by(event.wheelDelta);
    return { handled: true, render: true };
  }

  handleInput(data: string): void {
    if (this.#isDone) return;
    this.#press = this.#options.press?.();
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.cancel")) this.#shortcuts.cancel();
    // The key before it was no word.
    if (MEANT.some((name) => keys.matches(data, name))) this.#shortcuts.finish();
    if (this.#isDone) return;
    const key = keyOf(data);
    if (this.#reads(key)) this.#notice = undefined;
    else if (this.#answered) this.#afterAnswer(data);
    else if (this.#typeAhead.isOn()) this.#early(data);
    else if (this.#field) this.#writing(data, this.#field);
    else this.#choosing(data, key);
    if (!this.#isDone) this.#options.tui.requestRender();
  }

  /** Reading on answers nothing, and is never too early. */
  #reads(key: string | undefined): boolean {
    if (key === "pageUp") this.#bodyScroll.page(-1);
    else if (key === "pageDown") this.#bodyScroll.page(1);
    else if (this.#field && !this.#answered) return false;
    else if (key === "home") this.#bodyScroll.home();
    else if (key === "end") this.#bodyScroll.end();
    else return false;
    return true;
  }

  /** Text that is being typed when another answer comes is kept. */
  #afterAnswer(data: string): void {
    if (!this.#typeAhead.isOn()) this.putAside();
    else if (this.#field?.input.take(data) === undefined) this.#keepWords();
    this.#body = undefined;
  }

  #early(data: string): void {
    this.#stray += typedText(data) ?? "";
    this.#notice ??= "You pressed that key before this dialog appeared; press it again.";
  }

  #writing(data: string, { index, words, input }: OpenField): void {
    this.#notice = undefined;
    const wish = input.take(data);
    this.#keepWords();
    if (wish === "back" && hasChoices(this.#dialog)) this.#field = undefined;
    else if (wish === "back") this.putAside();
    else if (wish === "send" && words.missing && input.text.trim() === "") this.#notice = words.missing;
    else if (wish === "send") this.#answer([index], input.text.trim());
  }

  #choosing(data: string, key: string | undefined): void {
    const { entries, picks } = this.#dialog;
    const keys = getKeybindings();
    const asked = this.#asked;
    this.#asked = undefined;
    this.#notice = undefined;
    const pressed = key === undefined ? -1 : entries.findIndex((entry) => entry.key === key);
    const text = typedText(data);
    const before = text === undefined ? "" : this.#shortcuts.typedBefore();
    if (before !== "") this.#type(before + text);
    else if (keys.matches(data, "tui.select.cancel")) this.putAside();
    else if (keys.matches(data, "tui.select.up")) this.#move(-1);
    else if (keys.matches(data, "tui.select.down")) this.#move(1);
    else if (pressed >= 0) this.#soon(text ?? "", () => this.#choose(pressed, asked));
    else if (key === "space" && picks === "many") this.#soon(" ", () => this.#choose(this.#cursor ?? 0, asked));
    else if (keys.matches(data, "tui.select.confirm")) this.#confirm(asked);
    else this.#type(text ?? "");
  }

  /** A key that stands alone chooses; a sentence may begin with it. */
  #soon(letter: string, act: () => void): void {
    const press = this.#press;
    this.#shortcuts.soon(letter, () => {
      this.#press = press;
      act();
      if (!this.#isDone) this.#options.tui.requestRender();
    });
  }

  /** A line further if the entry continues off the screen, else to the next one. */
  #move(direction: 1 | -1): void {
    const last = this.#dialog.entries.length - 1;
    const here = this.#cursor === undefined ? undefined : this.#places[this.#cursor];
    if (here && this.#choicesScroll.goesOn(here, direction)) this.#choicesScroll.by(direction);
    else if (this.#cursor === undefined) this.#pointAt(direction === 1 ? 0 : last);
    else this.#pointAt(Math.max(0, Math.min(last, this.#cursor + direction)));
    if (this.#dialog.picks === "one" && this.#cursor !== undefined) {
      this.#draft = { ...this.#draft, picked: [this.#cursor] };
    }
  }

  #pointAt(index: number): void {
    this.#cursor = index;
    const place = this.#places[index];
    if (place) this.#choicesScroll.show(place);
  }

  #choose(index: number, asked: number | undefined): void {
    const { entries, picks } = this.#dialog;
    const entry = entries[index];
    this.#pointAt(index);
    if (entry?.words) this.#write(index);
    else if (picks === "many") this.#toggle(index);
    else if (picks === "one") this.#mark(index);
    else if (entry?.lets && !this.#hasSeenAll && asked !== index) this.#askAgain(index, entry.key ?? "Enter");
    else this.#answer([index], "");
  }

  /** Enter answers with it; for an entry that allows something not at once, because it may end what the person types. */
  #mark(index: number): void {
    this.#draft = { ...this.#draft, picked: [index] };
    if (this.#dialog.entries[index]?.lets) this.#typeAhead.begin();
  }

  /** A key that is held down must not answer its own question. */
  #askAgain(index: number, key: string): void {
    this.#asked = index;
    this.#notice = `You have not read all of it: PgDn shows more. Press ${key} again to allow it anyway.`;
    this.#typeAhead.begin();
  }

  #confirm(asked: number | undefined): void {
    const { picks, entries } = this.#dialog;
    const index = this.#cursor;
    if (picks === "many") {
      if (this.#draft.picked.length === 0) this.#notice = "Nothing is marked yet: Space marks, Enter confirms.";
      else this.#answer(this.#draft.picked, "");
    } else if (index === undefined)
      this.#notice = `Press ${entries.map(({ key }) => key).join(", ")}, or choose with ↑ ↓.`;
    else if (picks === "one" && !(entries[index]?.lets && !this.#hasSeenAll && asked !== index))
      this.#answer([index], "");
    else if (picks === "one") this.#askAgain(index, "Enter");
    else this.#choose(index, asked);
  }

  #toggle(index: number): void {
    const { picked } = this.#draft;
    const others = picked.filter((other) => other !== index);
    this.#draft = {
      ...this.#draft,
      picked: picked.includes(index) ? others : [...picked, index].sort((a, b) => a - b),
    };
  }

  /** Text that belongs to no key answers in the person's own words, or else is kept for the editor. */
  #type(text: string): void {
    const free = this.#dialog.entries.findIndex((entry) => entry.words?.missing !== undefined);
    if (free < 0) this.#stray += text;
    if (text.trim() === "") return;
    if (free < 0) {
      // A sentence may begin with the key of an entry: that does not choose it.
      this.#cursor = undefined;
      this.#draft = { ...this.#draft, picked: [] };
      this.#notice = "Only the keys below answer here; text that you type is kept for the editor.";
      return;
    }
    this.#write(free);
    this.#field?.input.take(text);
    this.#keepWords();
  }

  #write(index: number): void {
    const words = this.#dialog.entries[index]?.words;
    if (!words) return;
    const input = new TextField(this.#options.tui, this.#paint, this.#draft.words);
    input.focused = this.#isFocused;
    this.#field = { index, words, input };
    this.#cursor = index;
  }

  #keepWords(): void {
    if (this.#field) this.#draft = { ...this.#draft, words: this.#field.input.text };
  }

  #answer(picked: readonly number[], words: string): void {
    const given = this.#dialog.answer(picked, words);
    if (given.ok) this.#finish({ kind: "answered", answer: given.value });
    else this.#notice = oneLine(given.refusal.message);
  }

  #finish(outcome: { kind: "aside" } | Pick<Extract<DialogOutcome, { kind: "answered" }>, "kind" | "answer">): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#shortcuts.cancel();
    this.#options.done({ ...outcome, draft: this.#draft }, this.#press);
  }

  #state(): DialogState {
    return {
      dialog: this.#dialog,
      draft: this.#draft,
      cursor: this.#cursor,
      field: this.#field,
      notice: this.#notice,
      answered: this.#answered,
      bodyScroll: this.#bodyScroll,
      choicesScroll: this.#choicesScroll,
    };
  }

  #bodyLines(width: number): string[] {
    if (this.#body?.width !== width) {
      const unsent = this.#answered ? unsentLines(this.#paint, this.#dialog, this.#draft, width) : [];
      this.#bodyScroll.readTo = 0;
      this.#body = { width, lines: [...unsent, ...passageLines(this.#paint, this.#dialog, width)] };
    }
    return this.#body.lines;
  }

  #changed(): void {
    this.#body = undefined;
    this.#options.tui.requestRender();
  }
}

const MEANT = ["tui.select.confirm", "tui.select.up", "tui.select.down"] as const;
