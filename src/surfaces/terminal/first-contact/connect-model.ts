import { type ExtensionAPI, type ExtensionContext, getAgentDir } from "@earendil-works/pi-coding-agent";
import type { Answer } from "../../../lifecycle/request.ts";
import { defined } from "../../../plan/defined.ts";
import { visible } from "../../../plan/visible.ts";
import type { Dialog } from "../dialogs/dialog.ts";
import type { PendingRequests } from "../pending-requests.ts";
import { refusalText } from "../refusal-text.ts";
import { addModel } from "./add-model.ts";
import { keyDialog, serversDialog, type Way, waysDialog } from "./connect-dialogs.ts";
import { askServer, findLocalServers, type LocalServer } from "./local-servers.ts";

export interface Connecting {
  pi: ExtensionAPI;
  context: ExtensionContext;
  waits: PendingRequests;
}

/** A model of a server, and the variable with its key. */
interface Chosen {
  server: LocalServer;
  model: string;
  keyVariable?: string;
}

export function hasModel({ modelRegistry }: Pick<ExtensionContext, "modelRegistry">): boolean {
  return modelRegistry.getAvailable().length > 0;
}

/**
 * Leads a person to a model; true if the session has one now. `typed` is what they entered before: without a model it
 * returns to the editor, at once or when they have signed in.
 */
export async function connectModel(connecting: Connecting, typed = ""): Promise<boolean> {
  const { context, waits } = connecting;
  const { ui } = context;
  // In a pi of the user's own the command of the demonstration may be missing.
  const ways: readonly Way[] = ["login", "environment", "server", ...(waits.options.isCommand ? DEMO : [])];
  const answer = await ask(waits, waysDialog(ways, hasModel(context)));
  const way = answer?.kind === "decision" ? ways[Number(answer.selections[0])] : undefined;
  if (way === "login") {
    signIn(connecting, typed);
    return false;
  }
  if (way === "server" && (await connectServer(connecting))) return true;
  if (way === "environment") ui.notify(ENVIRONMENT, "info");
  if (way === "demo") ui.notify("Leave with Ctrl+D, then type: countersign demo", "info");
  if (typed === "") return false;
  ui.setEditorText(typed);
  ui.notify("Nothing was sent: there is no model. Your text is in the editor.", "info");
  return false;
}

const DEMO: readonly Way[] = ["demo"];

/** Undefined: the person closed it. */
async function ask(waits: PendingRequests, dialog: Dialog, words = ""): Promise<Answer | undefined> {
  return (await waits.ask(dialog, undefined, { words, picked: [] }))?.answer;
}

/** Only a typed line runs pi's own commands, so the line is put there to be entered. */
function signIn({ pi, context: { ui } }: Connecting, typed: string): void {
  ui.setEditorText("/login");
  ui.notify("Press Enter: /login asks for the provider, and signs you in or stores your key.", "info");
  if (typed === "") return;
  const off = pi.on("model_select", () => {
    off();
    if (ui.getEditorText() === "") ui.setEditorText(typed);
  });
}

const ENVIRONMENT = [
  "Leave with Ctrl+D, set the key of your provider, and start again:",
  "  export ANTHROPIC_API_KEY=…",
  "  export OPENAI_API_KEY=…",
  "GEMINI_API_KEY, OPENROUTER_API_KEY, MISTRAL_API_KEY and others work, too.",
  "The key is not stored.",
].join("\n");

async function connectServer(connecting: Connecting): Promise<boolean> {
  const { pi, context } = connecting;
  const chosen = await chooseModel(connecting);
  if (chosen === undefined) return false;
  const { server, model, keyVariable } = chosen;
  const added = addModel(getAgentDir(), { provider: server.name, url: server.url, model, ...defined({ keyVariable }) });
  if (!added.ok) {
    context.ui.notify(refusalText(added.refusal), "warning");
    return false;
  }
  const { provider, file } = added.value;
  await context.modelRegistry.refresh({ allowNetwork: false });
  const found = context.modelRegistry.find(provider, model);
  if (found === undefined || !(await pi.setModel(found))) {
    const why = context.modelRegistry.getError() ?? "it has no key";
    context.ui.notify(`pi cannot use ${visible(model)}, which ${visible(file)} has now: ${visible(why)}`, "warning");
    return false;
  }
  context.ui.notify(
    `Connected ${visible(model)} at ${visible(server.url)}. ${visible(file)} has it from now on.`,
    "info",
  );
  return true;
}

async function chooseModel(connecting: Connecting): Promise<Chosen | undefined> {
  let found = modelsOf(await findLocalServers());
  let keyVariable: string | undefined;
  let address = "";
  for (let warning: string | undefined; ; ) {
    const answer = await ask(connecting.waits, serversDialog(found, warning), address);
    if (answer?.kind === "decision") {
      const [server, model] = found[Number(answer.selections[0])] ?? [];
      return server && model !== undefined ? { server, model, ...defined({ keyVariable }) } : undefined;
    }
    if (answer?.kind !== "question") return undefined;
    address = answer.text;
    const asked = await askAt(connecting, address);
    if (asked === undefined) return undefined;
    if (typeof asked === "string") {
      warning = asked;
      continue;
    }
    ({ keyVariable } = asked);
    found = modelsOf([asked.server]);
    warning = undefined;
    address = "";
    const [only, ...others] = found;
    if (only && others.length === 0) return { server: only[0], model: only[1], ...defined({ keyVariable }) };
  }
}

function modelsOf(servers: readonly LocalServer[]): (readonly [LocalServer, string])[] {
  return servers.flatMap((server) => server.models.map((model) => [server, model] as const));
}

/** The server at a typed address, with its key if it wants one; or why there is none. */
async function askAt(
  { waits }: Connecting,
  address: string,
): Promise<{ server: LocalServer; keyVariable?: string } | string | undefined> {
  let asked = await askServer(address);
  if (asked.ok) return { server: asked.server };
  let warning: string | undefined;
  while (asked.ok === false && asked.why === "needs_key") {
    const answer = await ask(waits, keyDialog(address, warning));
    if (answer?.kind !== "question") return undefined;
    const name = answer.text.trim().replace(/^\$/, "");
    const key = /^[A-Za-z_]\w*$/.test(name) ? process.env[name] : undefined;
    warning = key
      ? `The server refuses the key in ${name}.`
      : `${visible(name)} is not set here: leave, export it, and start again.`;
    if (!key) continue;
    asked = await askServer(address, { key });
    if (asked.ok) return { server: asked.server, keyVariable: name };
  }
  return asked.ok === false && asked.why === "no_models"
    ? `${visible(address)} has no model yet: load one in the server first.`
    : `${visible(address)} does not answer as OpenAI's protocol does: is the server running?`;
}
