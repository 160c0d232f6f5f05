import type { Paint } from "../paint.ts";
import { panelLines } from "./panel-lines.ts";
import type { PanelSubject } from "./panel-subject.ts";

/** What a panel shows when it is drawn: its times run, so it is asked each time. */
export type PanelSource = () => { subject: PanelSubject; folded: boolean } | undefined;

/** Rows of pi below the panel: its editor and its footer, both as low as they are most of the time. */
const BELOW = 6;

/**
 * Where the panel is drawn: above the editor, or in a dialog that covers that place. Dialogs lie on the last rows of the
 * screen, and there pi has the panel: in fullscreen always, otherwise as soon as the transcript fills the screen.
 */
export class PanelPlace {
  source: PanelSource = () => undefined;
  /** Called when the first dialog opens and when the last one closes. */
  onCovering: () => void = () => {};
  /** The open dialogs, and how many rows they cover. */
  readonly #covered = new Map<object, number>();

  lines(width: number, paint: Paint): string[] {
    const shown = this.source();
    return shown === undefined ? [] : panelLines(shown.subject, width, { paint, folded: shown.folded });
  }

  /** Above the editor. Under a dialog empty rows, as many as it covers: so it covers nothing of the transcript. */
  linesAboveEditor(width: number, paint: Paint): string[] {
    if (!this.isCovered) return this.lines(width, paint);
    return new Array<string>(Math.max(0, ...[...this.#covered.values()].map((rows) => rows - BELOW))).fill("");
  }

  get isCovered(): boolean {
    return this.#covered.size > 0;
  }

  opened(dialog: object): void {
    const wasCovered = this.isCovered;
    this.#covered.set(dialog, 0);
    if (!wasCovered) this.onCovering();
  }

  /** Returns whether what is above the editor changes by it. */
  covers(dialog: object, rows: number): boolean {
    const before = this.#covered.get(dialog);
    if (before === undefined || before === rows) return false;
    this.#covered.set(dialog, rows);
    return true;
  }

  /** Before pi draws the rows under the dialog. */
  closed(dialog: object): void {
    if (this.#covered.delete(dialog) && !this.isCovered) this.onCovering();
  }
}
