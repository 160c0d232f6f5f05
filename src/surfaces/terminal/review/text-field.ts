import { Editor, getKeybindings, type TUI, visibleWidth } from "@earendil-works/pi-tui";
import { broken } from "../lines.ts";
import type { Paint } from "../paint.ts";

/** Where a person writes. Enter sends and Escape goes back, and neither ever loses a word: the text stays in the field. */
export class TextField {
  readonly #editor: Editor;

  constructor(tui: TUI, paint: Paint, text: string) {
    const plain = (words: string) => words;
    const selectList = {
      selectedPrefix: plain,
      selectedText: plain,
      description: plain,
      scrollInfo: plain,
      noMatch: plain,
    };
    this.#editor = new Editor(tui, { borderColor: (line) => paint.fg("borderAccent", line), selectList });
    // The editor would empty itself.
    this.#editor.disableSubmit = true;
    this.#editor.setText(tamed(text));
  }

  get text(): string {
    return this.#editor.getExpandedText();
  }

  set focused(focused: boolean) {
    this.#editor.focused = focused;
  }

  /** What the key asks for, after the field has taken it if it was for writing. */
  take(data: string): "send" | "back" | undefined {
    const keys = getKeybindings();
    if (!data.includes("\x1b[200~")) {
      if (keys.matches(data, "tui.select.cancel")) return "back";
      if (!keys.matches(data, "tui.input.newLine") && keys.matches(data, "tui.input.submit")) return "send";
    }
    this.#editor.handleInput(isSeveral(data) ? `\x1b[200~${data}\x1b[201~` : data);
    const text = this.#editor.getText();
    if (tamed(text) !== text) this.#editor.setText(tamed(text));
    return undefined;
  }

  render(width: number): string[] {
    return this.#editor.render(width);
  }
}

/** Several lines that come at once were pasted, also where the terminal does not say so. */
function isSeveral(data: string): boolean {
  return data.length > 1 && !data.startsWith("\x1b") && /[\0-\x1F]/.test(data);
}

const WIDEST = 8;
// Joiners stay: some scripts cannot be written without them.
const INVISIBLE = /[[\p{Cc}\p{Cf}]--[\n\u200C\u200D]]/gv;

/**
 * Words as the editor can hold them. Control and direction characters go; characters that join into something wider
 * than the field are parted by spaces, because pi's editor does not survive them.
 */
function tamed(text: string): string {
  if (/^[\n\x20-\x7E]*$/.test(text)) return text;
  const clusters = Array.from(new Intl.Segmenter().segment(text.replace(INVISIBLE, "")), ({ segment }) => segment);
  return clusters
    .map((cluster) => (visibleWidth(cluster) > WIDEST ? broken(cluster, WIDEST).join(" ") : cluster))
    .join("");
}
