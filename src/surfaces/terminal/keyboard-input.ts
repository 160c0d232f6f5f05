import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { decodeKittyPrintable, getKeybindings, isKeyRelease } from "@earendil-works/pi-tui";
import type { KeyPress } from "../../desk/key-presses.ts";
import type { Keyboard, KeyReader } from "./keyboard/keyboard.ts";

type EditorUi = Pick<ExtensionUIContext, "onTerminalInput" | "getEditorText">;

/** A command that somebody entered, and what it counts for. */
export interface Entered {
  /** The Enter that sent it; missing if no key did. */
  press: KeyPress | undefined;
  /** The keys of the person spelled it, to the letter. */
  isTyped: boolean;
}

/**
 * What the person entered last at this keyboard. pi does not say who sent a prompt or a command, and other extensions can
 * send both, write into the editor, or change what was typed on its way. A person's word is what their keys spelled.
 */
export class KeyboardInput {
  readonly #keys: KeyReader | undefined;
  /** What was typed and pasted since the editor was empty; unknown after keys that do more than write at its end. */
  #typed: string | undefined = "";
  #entered: (Entered & { words: string; press: KeyPress }) | undefined;
  /** What our own completions offered last, as whole lines. */
  #offered: readonly string[] = [];
  #last: KeyPress | undefined;

  constructor(keyboard: Keyboard | undefined) {
    this.#keys = keyboard?.reader();
  }

  listen(ui: EditorUi): () => void {
    return ui.onTerminalInput((data) => {
      const press = this.#keys?.press(data);
      this.#last = press;
      if (ui.getEditorText() === "") [this.#typed, this.#offered] = ["", []];
      if (press === undefined) this.#typed = undefined;
      else if (getKeybindings().matches(data, "tui.input.submit")) this.#enter(ui, press);
      else this.#write(data, ui);
      return undefined;
    });
  }

  /** Enter may take one of these from pi's list: then the person's keys have spelled it. */
  offer(lines: readonly string[]): void {
    this.#offered = lines;
  }

  /** The newest key, for a shortcut. It counts once. */
  lastPress(): KeyPress | undefined {
    const press = this.#last;
    this.#last = undefined;
    return press;
  }

  /** The Enter that sent these very words, if they were typed. They count once. */
  take(words: string): KeyPress | undefined {
    const entered = this.#take();
    return entered?.isTyped && entered.words === words.trim() ? entered.press : undefined;
  }

  /**
   * This very command with these arguments. pi may have completed its name, but only where nothing followed it: `/pl cancel`
   * is for the model, or a command of somebody else's.
   */
  takeCommand(name: string, args: string): Entered {
    const entered = this.#take();
    if (entered === undefined) return { press: undefined, isTyped: false };
    const [, typed = "", rest = ""] = /^\/(\S*)\s*([\s\S]*)$/.exec(entered.words) ?? [];
    const isName = typed === name || (rest === "" && typed !== "" && name.startsWith(typed));
    const isSame = isName && rest === args.trim();
    return { press: isSame ? entered.press : undefined, isTyped: isSame && entered.isTyped };
  }

  /** pi's own commands are not told to anybody, so whatever was entered before them ends here too. */
  #enter(ui: EditorUi, press: KeyPress): void {
    const words = ui.getEditorText().trim();
    // A second Enter sends nothing, and may come before the words of the first one are taken.
    if (words === "") return;
    const entered = { words, press, isTyped: this.#typed?.trim() === words };
    this.#entered = entered;
    // Enter may have been for something else, a list or a dialog: then the words are still in the editor, unsent. If they
    // were sent, what stands there is what was typed after them.
    queueMicrotask(() => {
      const left = ui.getEditorText();
      if (this.#entered !== entered || !left.trim().startsWith(words)) return;
      this.#entered = undefined;
      if (entered.isTyped && this.#isOffered(left)) this.#typed = left;
    });
  }

  /** Enter took a word from our list. An extension that writes into the editor at this moment gets no further than that. */
  #isOffered(completed: string): boolean {
    const added = completed.trimEnd().slice((this.#typed ?? "").length);
    return this.#offered.includes(completed.trim()) && !/\s/.test(added);
  }

  #write(data: string, ui: EditorUi): void {
    const before = this.#typed;
    if (before === undefined || isKeyRelease(data)) return;
    const keys = getKeybindings();
    const pasted = /^\x1b\[200~([\s\S]*)\x1b\[201~$/.exec(data)?.[1]?.replace(/\r\n?/g, "\n");
    const text = pasted ?? decodeKittyPrintable(data) ?? data;
    if (keys.matches(data, "tui.editor.deleteCharBackward")) this.#typed = [...before].slice(0, -1).join("");
    // They choose from a list, or bring other words into the editor: then those are not the typed ones.
    else if (CHOOSING.some((key) => keys.matches(data, key))) return;
    else if (keys.matches(data, "tui.input.tab")) {
      // A completion goes on from what was typed.
      queueMicrotask(() => {
        const completed = ui.getEditorText();
        if (this.#typed === before) this.#typed = completed.startsWith(before) ? completed : undefined;
      });
    } else this.#typed = /^(?:\P{Cc}|\n)+$/u.test(text) ? before + text : undefined;
  }

  #take(): (Entered & { words: string; press: KeyPress }) | undefined {
    const entered = this.#entered;
    this.#entered = undefined;
    return entered;
  }
}

const CHOOSING = ["tui.select.cancel", "tui.select.up", "tui.select.down"] as const;
