import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { settingsOf } from "../../../agent/extension.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import type { Situation } from "../../../policy/situation.ts";
import type { Paint } from "../paint.ts";
import type { TerminalView } from "../terminal-view.ts";
import { connectModel, hasModel } from "./connect-model.ts";
import { beginLines, headerLines } from "./header-lines.ts";

export interface FirstScreen {
  /** The mode now. */
  mode(): Situation["mode"];
  opened(context: ExtensionContext): Promise<[PlanSession, TerminalView]>;
}

/** Shows Countersign's own lines in the place of pi's, and leads a person without a model to one. */
export async function showFirstScreen(pi: ExtensionAPI, context: ExtensionContext, screen: FirstScreen): Promise<void> {
  const { ui, cwd } = context;
  const { enabled } = (await settingsOf(context, { env: process.env })).config;
  const hasGit = isInRepository(cwd);
  ui.setHeader((_tui, theme) => ({
    // Asked whenever it is drawn: it says what holds then.
    render: (width) => {
      const mode = enabled ? screen.mode() : "disabled";
      return headerLines({ mode, hasModel: hasModel(context), hasGit }, width, theme);
    },
    invalidate: () => {},
  }));
  // Warnings of pi push the header off a small screen; this line stays until the agent begins.
  let isFirst = context.sessionManager.getEntries().every(({ type }) => type !== "message");
  pi.on("agent_start", () => {
    isFirst = false;
  });
  const begin = (width: number, paint: Paint) =>
    isFirst && enabled && screen.mode() === "none" ? beginLines(hasModel(context), width, paint) : [];
  ui.setWidget(
    "countersign-begin",
    (_tui, theme) => ({ render: (width) => begin(width, theme), invalidate: () => {} }),
    { placement: "belowEditor" },
  );
  if (hasModel(context)) return;
  const [session, { waits }] = await screen.opened(context);
  // Not awaited: pi takes what is typed only when its session has begun.
  connectModel({ pi, context, waits }).catch((error) => session.tell({ type: "trouble", error }));
}

function isInRepository(from: string): boolean {
  for (let directory = from; ; directory = dirname(directory)) {
    if (existsSync(join(directory, ".git"))) return true;
    if (dirname(directory) === directory) return false;
  }
}
