import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { Component, Focusable } from "@earendil-works/pi-tui";
import { PersonCommands } from "../../../agent/person-commands.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import { inbox } from "../../../desk/requests.ts";
import type { Actor } from "../../../lifecycle/actor.ts";
import { offers } from "../../../lifecycle/offers.ts";
import { visible } from "../../../plan/visible.ts";
import type { BrowserAnswer, BrowserSubject } from "../browser/browser-subject.ts";
import { PlansBrowser } from "../browser/plans-browser.ts";
import { openReview } from "../open-review.ts";
import { personHere } from "../person.ts";
import type { TerminalView } from "../terminal-view.ts";
import { planCommand } from "./plan-command.ts";
import { plansText } from "./plans-text.ts";

const MOST = 100;

/** `/plans`: look through all plans, and act on one. */
export async function plansCommand(
  session: PlanSession,
  view: TerminalView,
  context: ExtensionCommandContext,
): Promise<void> {
  const person = personHere(session);
  const viewer = person.ok ? person.value : session.agent.actor;
  for (;;) {
    const subject = await browserSubject(session, viewer);
    if (context.mode !== "tui") return context.ui.notify(await plansText(session), "info");
    const answer = await context.ui.custom<BrowserAnswer | undefined>(
      (tui, theme, _keys, done) => {
        const browser = new PlansBrowser({ subject, paint: theme, height: () => tui.terminal.rows, done });
        const stop = session.listen(({ type }) => {
          if (type === "trouble" || type === "closed") return;
          const looked = browserSubject(session, viewer).then((now) => {
            browser.show(now);
            tui.requestRender();
          });
          looked.catch((error) => session.tell({ type: "trouble", error }));
        });
        return Object.assign(
          wholeScreen(browser, () => tui.terminal.rows),
          { dispose: stop },
        );
      },
      { overlay: true, overlayOptions: { width: "100%", maxHeight: "100%", anchor: "top-left" } },
    );
    if (answer === undefined || answer.kind === "close") return;
    await act(session, view, answer, context);
    if (answer.kind === "run" || answer.kind === "retry" || answer.kind === "resume") return;
  }
}

/** Nothing of what is below shines through. */
function wholeScreen(browser: PlansBrowser, rows: () => number): Component & Focusable {
  return {
    get focused() {
      return browser.focused;
    },
    set focused(focused) {
      browser.focused = focused;
    },
    handleInput: (data) => browser.handleInput(data),
    invalidate: () => browser.invalidate(),
    render: (width) => {
      const lines = browser.render(width);
      return [...lines, ...Array<string>(Math.max(0, rows() - lines.length)).fill("")];
    },
  };
}

async function act(
  session: PlanSession,
  view: TerminalView,
  answer: Exclude<BrowserAnswer, { kind: "close" }>,
  context: ExtensionCommandContext,
): Promise<void> {
  if (answer.kind === "answer") return void (await view.waits.answer(answer.request_id));
  const person = personHere(session);
  const found = await session.agent.desk.plan(answer.id);
  if (!person.ok || !found.ok || found.value.kind !== "standing") {
    return context.ui.notify(`${answer.id} cannot be opened.`, "warning");
  }
  const { state } = found.value;
  const by = person.value;
  const commands = new PersonCommands(session, by, state.id);
  const tell = (done: Outcome<string>) =>
    done.ok ? undefined : context.ui.notify(visible(done.refusal.message), "warning");
  switch (answer.kind) {
    case "open":
    case "review":
      return void (await openReview(session, state, view.waits.options));
    case "pause":
      return tell(await commands.pause());
    case "cancel":
      return tell(await commands.cancelOther());
    case "fail":
      return tell(await commands.fail(""));
    case "retry":
    case "resume":
    case "run": {
      session.personSpeaks();
      const does = {
        retry: () => commands.retry(),
        resume: () => commands.resume(),
        run: () => commands.carryOut(state.id),
      };
      return tell(await does[answer.kind]());
    }
    case "diff":
    case "simulate":
      return planCommand(session.pi, session, view, `${answer.kind} ${state.id}`, context, true);
  }
}

async function browserSubject(session: PlanSession, viewer: Actor): Promise<BrowserSubject> {
  const { desk, isKept } = session.agent;
  if (!isKept) return { plans: [], requests: [], now: desk.at() };
  const { approvers } = desk.configuration.config;
  const page = await desk.plans({ limit: MOST });
  const plans = await Promise.all(
    page.rows.map(async (row) => {
      const found = await desk.plan(row.id);
      const state = found.ok && found.value.kind === "standing" ? found.value.state : undefined;
      return { row, offers: state ? offers(state, viewer, approvers) : [] };
    }),
  );
  return { plans, requests: await inbox(desk), now: desk.at() };
}
