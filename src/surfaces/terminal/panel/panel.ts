import type { Component } from "@earendil-works/pi-tui";
import type { Paint } from "../paint.ts";
import { panelLines } from "./panel-lines.ts";
import type { PanelSubject } from "./panel-subject.ts";

/** What a panel shows when it is drawn: its times run, so it is asked each time. */
export type PanelSource = () => { subject: PanelSubject; folded: boolean } | undefined;

/** The widget above the editor; without a subject it takes no room. */
export function panel(source: PanelSource, paint: Paint): Component {
  return {
    render: (width) => {
      const shown = source();
      return shown === undefined ? [] : panelLines(shown.subject, width, { paint, folded: shown.folded });
    },
    invalidate: () => {},
  };
}
