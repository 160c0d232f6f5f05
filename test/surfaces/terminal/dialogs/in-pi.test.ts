import { visibleWidth } from "@earendil-works/pi-tui";
import { expect, it } from "vitest";
import type { InboxEntry } from "../../../../src/desk/requests.ts";
import { closingMessage } from "../../../../src/surfaces/terminal/dialogs/closing-message.ts";
import type { DialogOutcome } from "../../../../src/surfaces/terminal/dialogs/dialog.ts";
import { type ShowRequestOptions, showRequest } from "../../../../src/surfaces/terminal/dialogs/show-request.ts";
import { LETTER_MS } from "../../../../src/surfaces/terminal/review/shortcut-timing.ts";
import { openTerminal } from "../../../agent/bench/terminal.ts";
import { BY_ANA, CONFIRMATION, LONG_CONFIRMATION, QUESTION } from "./sample-requests.ts";
import { PAUSE } from "./stage.ts";

/** pi's own terminal, with an extension that shows a request when it is told to. */
async function openPi(size: { columns?: number; rows?: number; theme?: "dark" | "light" } = {}) {
  let now = 0;
  let waiting: (() => void) | undefined;
  const later = (act: () => void) => {
    waiting = act;
    return () => {
      waiting = undefined;
    };
  };
  let show: (entry: InboxEntry, options?: Partial<ShowRequestOptions>) => Promise<DialogOutcome> = () =>
    Promise.reject(new Error("The session has not started."));
  const pi = await openTerminal({
    ...size,
    extensions: [
      {
        name: "asking",
        factory: (api) => {
          api.on("session_start", (_, { ui, mode }) => {
            show = (entry, options) =>
              showRequest(ui, entry, { mode, pause: PAUSE, now: () => now, later, ...options });
          });
        },
      },
    ],
  });
  const { type, shows, screen } = pi;
  return {
    type,
    /** Keys that stand alone. */
    press: async (...keys: Parameters<typeof pi.press>) => {
      for (const key of keys) {
        await pi.press(key);
        if (waiting !== undefined) now += LETTER_MS;
        waiting?.();
        waiting = undefined;
      }
    },
    shows,
    screen,
    show: (...asked: Parameters<typeof show>) => show(...asked),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

it("stands over what pi shows, and what was being typed is there afterwards", async () => {
  const { show, type, press, shows, pass, screen } = await openPi();
  await type("Fix th");
  const ended = show(CONFIRMATION);
  await shows("May bash be used?");
  await type("e 1 bug");
  await press("enter");
  pass(PAUSE);
  await press("1");
  expect(await ended).toMatchObject({ answer: { kind: "confirmation", allow: true } });
  expect(await shows("Fix the 1 bug")).not.toContain("May bash");
  await type("!");
  expect(await screen()).toContain("Fix the 1 bug!");
});

it("is typed into with pi's own keys, at 60 columns, and says who was first", async () => {
  const { show, type, press, shows, pass } = await openPi({ columns: 60, rows: 24, theme: "light" });
  const abort = new AbortController();
  const ended = show(QUESTION, { signal: abort.signal });
  await shows("The agent asks");
  pass(PAUSE);
  await press("t");
  await type("MySQL");
  await press("alt+b");
  await type("not ");
  await shows("not MySQL");
  abort.abort(closingMessage(BY_ANA));
  const shown = await shows("ana answered: Postgres (discord).");
  expect(shown).toContain("│ not MySQL");
  expect(Math.max(...shown.split("\n").map(visibleWidth))).toBeLessThanOrEqual(60);
  pass(PAUSE);
  await press("space");
  expect(await ended).toMatchObject({ kind: "aside", draft: { words: "not MySQL" } });
});

it.each([
  [80, 24],
  [20, 12],
])("fits on a screen of %i columns and %i rows, all of it", async (columns, rows) => {
  const { show, shows, press, pass } = await openPi({ columns, rows });
  const ended = show(LONG_CONFIRMATION);
  expect(await shows("1  Allow once")).toContain("? May bash be");
  pass(PAUSE);
  await press("1", "end");
  await shows("│ rm -rf /");
  pass(PAUSE);
  await press("1");
  expect(await ended).toMatchObject({ answer: { allow: true } });
});
