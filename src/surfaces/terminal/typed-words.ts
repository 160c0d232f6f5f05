import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { Key, matchesKey } from "@earendil-works/pi-tui";

/**
 * What the person entered last at this keyboard. pi does not say who sent a prompt or a command, and other extensions can
 * send both, or change what was typed on its way: what counts as a person's word is held against this.
 */
export class TypedWords {
  #entered: string | undefined;

  /** As the editor has it at the moment Enter is pressed. */
  listen(ui: Pick<ExtensionUIContext, "onTerminalInput" | "getEditorText">): () => void {
    return ui.onTerminalInput((data) => {
      if (matchesKey(data, Key.enter)) this.#entered = ui.getEditorText();
      return undefined;
    });
  }

  /** These very words. They count once. */
  take(words: string): boolean {
    return this.#take((entered) => entered.trim() === words.trim());
  }

  /** A command; pi may have completed its name. */
  takeCommand(): boolean {
    return this.#take((entered) => entered.trimStart().startsWith("/"));
  }

  #take(isMeant: (entered: string) => boolean): boolean {
    const entered = this.#entered;
    this.#entered = undefined;
    return entered !== undefined && isMeant(entered);
  }
}
