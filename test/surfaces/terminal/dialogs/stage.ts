import { initTheme, type Theme } from "@earendil-works/pi-coding-agent";
import { type Component, Text, TuiMainScreen } from "@earendil-works/pi-tui";
import type { InboxEntry } from "../../../../src/desk/requests.ts";
import type { RequestSubject } from "../../../../src/lifecycle/request.ts";
import type { Dialog, DialogOutcome } from "../../../../src/surfaces/terminal/dialogs/dialog.ts";
import { type DialogUi, showDialog } from "../../../../src/surfaces/terminal/dialogs/show-dialog.ts";
import { type ShowRequestOptions, showRequest } from "../../../../src/surfaces/terminal/dialogs/show-request.ts";
import { LETTER_MS } from "../../../../src/surfaces/terminal/review/shortcut-timing.ts";
import { afterTest } from "../../../agent/bench/after-test.ts";
import { bytesOf, type KeyName } from "../../../agent/bench/keys.ts";
import { VirtualTerminal } from "../../../agent/bench/virtual-terminal.ts";

export const PAUSE = 300;

/** A request as the inbox has it. */
export function asked(subject: RequestSubject, more: Partial<InboxEntry> = {}): InboxEntry {
  return {
    ...subject,
    id: `agent-1/${subject.kind}-2`,
    journal: "agent-1",
    opened_at: "2026-11-16T04:00:00.000Z",
    opened_by: { kind: "agent", surface: "terminal", id: "agent-1", name: "agent" },
    ...more,
  } as InboxEntry;
}

export const PLAIN = { fg: (_colour: string, text: string) => text, bold: (text: string) => text } as Theme;

/** A request, or another dialog, on a terminal in memory, with a clock that only moves when it is told to. */
export async function stage(
  what: InboxEntry | Dialog,
  options: Partial<ShowRequestOptions> & { columns?: number; rows?: number; waits?: boolean } = {},
) {
  const { columns = 80, rows = 30, waits = true, ...more } = options;
  initTheme("dark");
  const terminal = new VirtualTerminal(columns, rows);
  const tui = new TuiMainScreen(terminal);
  tui.addChild(new Text("what was said before", 1, 0));
  tui.start();
  afterTest(() => tui.stop());
  let now = 0;
  let editor = "";
  let shown: Component | null = null;
  const ui: DialogUi = {
    select: async () => undefined,
    input: async () => undefined,
    pasteToEditor: (text) => {
      editor += text;
    },
    custom: (factory) =>
      new Promise((resolve) => {
        const view = factory(tui, PLAIN, undefined as never, (result) => {
          if (shown) tui.removeChild(shown);
          tui.setFocus(null);
          tui.requestRender();
          resolve(result);
        });
        shown = view as Component;
        tui.addChild(shown);
        tui.setFocus(shown);
        tui.requestRender();
      }),
  };
  let outcome: DialogOutcome | undefined;
  let waiting: (() => void) | undefined;
  const later = (act: () => void) => {
    waiting = act;
    return () => {
      waiting = undefined;
    };
  };
  /** Nothing is pressed until a key that stands alone has acted. */
  const settle = () => {
    if (waiting === undefined) return;
    now += LETTER_MS;
    const act = waiting;
    waiting = undefined;
    act();
  };
  const how = { mode: "tui", pause: PAUSE, now: () => now, later, ...more } as const;
  const shows = "entries" in what ? showDialog(ui, what, how) : showRequest(ui, what, how);
  const ended = shows.then((came) => {
    outcome = came;
    return came;
  });
  // pi draws when it has time; here it draws when somebody looks.
  const screen = () => {
    tui.renderNow();
    return terminal.screen();
  };
  await screen();
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  if (waits) pass(PAUSE);
  return {
    ended,
    terminal,
    pass,
    /** Something else has the keys for a while. */
    leave: () => tui.setFocus(null),
    comeBack: () => tui.setFocus(shown),
    /** What came of it so far. */
    outcome: () => outcome,
    editor: () => editor,
    screen,
    /** Keys that stand alone. */
    press: async (...keys: KeyName[]) => {
      for (const key of keys) {
        await terminal.send(bytesOf(key));
        settle();
      }
    },
    settle,
    /** One key right after the other. */
    type: async (text: string) => {
      for (const key of text) await terminal.send(bytesOf(key));
    },
    paste: (text: string) => terminal.send(`\x1b[200~${text}\x1b[201~`),
  };
}
