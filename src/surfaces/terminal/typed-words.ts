import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { getKeybindings } from "@earendil-works/pi-tui";

/**
 * What the person entered last at this keyboard. pi does not say who sent a prompt or a command, and other extensions can
 * send both, or change what was typed on its way: what counts as a person's word is held against this, to the letter.
 */
export class TypedWords {
  #entered: string | undefined;

  /** As the editor has it at the moment Enter is pressed. */
  listen(ui: Pick<ExtensionUIContext, "onTerminalInput" | "getEditorText">): () => void {
    return ui.onTerminalInput((data) => {
      if (getKeybindings().matches(data, "tui.input.submit")) this.#enter(ui);
      return undefined;
    });
  }

  /** These very words. They count once. */
  take(words: string): boolean {
    return this.#take((entered) => entered === words.trim());
  }

  /**
   * This very command with these arguments. pi may have completed its name, but only where nothing followed it: `/pl cancel`
   * is for the model, or a command of somebody else's.
   */
  takeCommand(name: string, args: string): boolean {
    return this.#take((entered) => {
      const [, typed = "", rest = ""] = /^\/(\S*)\s*([\s\S]*)$/.exec(entered) ?? [];
      const isName = typed === name || (rest === "" && typed !== "" && name.startsWith(typed));
      return isName && rest === args.trim();
    });
  }

  /** pi's own commands are not told to anybody, so whatever was entered before them ends here too. */
  #enter(ui: Pick<ExtensionUIContext, "getEditorText">): void {
    const entered = ui.getEditorText().trim();
    this.#entered = entered;
    // Enter may have been for something else, a list or a dialog: then the words are still in the editor, unsent. If they
    // were sent, what stands there is what was typed after them.
    queueMicrotask(() => {
      if (this.#entered === entered && ui.getEditorText().trim().startsWith(entered)) this.#entered = undefined;
    });
  }

  #take(isMeant: (entered: string) => boolean): boolean {
    const entered = this.#entered;
    this.#entered = undefined;
    return entered !== undefined && isMeant(entered);
  }
}
