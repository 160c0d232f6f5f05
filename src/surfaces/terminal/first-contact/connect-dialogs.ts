import { yes } from "../../../desk/outcome.ts";
import { type Dialog, digit, type Passage } from "../dialogs/dialog.ts";
import type { LocalServer } from "./local-servers.ts";

export type Way = "login" | "environment" | "server" | "demo";

/** Short enough for all of them to show on 60 columns and 20 rows. */
const WAYS: Record<Way, string> = {
  login: "Sign in, or store an API key: Claude, ChatGPT, …",
  environment: "Set an API key in the environment",
  server: "Use your own server: Ollama, LM Studio, llama.cpp, …",
  demo: "See the demonstration, which needs no model",
};

/** Its answer names the way by its position in `ways`. */
export function waysDialog(ways: readonly Way[], hasModel: boolean): Dialog {
  return {
    heading: hasModel ? "Connect another model" : "Countersign has no model yet",
    passages: hasModel ? [] : [{ kind: "note", text: "An agent needs a model to plan with. Where is yours?" }],
    entries: ways.map((way, index) => ({ ...digit(index), label: WAYS[way] })),
    picks: "at_once",
    first: 0,
    leaves: "Esc: later, with /plan connect",
    answer: (picked) => yes({ kind: "decision", selections: picked.map(String) }),
  };
}

/** The models that were found, by their position, or a typed address. */
export function serversDialog(found: readonly (readonly [LocalServer, string])[], warning?: string): Dialog {
  const nothing: Passage = { kind: "note", text: "No server answers at the usual addresses of this machine." };
  return {
    heading: "Which model?",
    passages: warning !== undefined ? [{ kind: "warning", text: warning }] : found.length > 0 ? [] : [nothing],
    entries: [
      ...found.map(([{ url }, model], index) => ({ ...digit(index), label: model, description: url })),
      {
        key: "a",
        label: "Another address",
        words: {
          asks: "The server's address, for example http://127.0.0.1:11434/v1",
          sends: "asks it for its models",
          missing: "Type the address first, or press Esc to go back.",
        },
      },
    ],
    picks: "at_once",
    first: 0,
    leaves: "Esc: later, with /plan connect",
    answer: (picked, words) =>
      yes(
        picked.length > 0 && words === ""
          ? { kind: "decision", selections: picked.map(String) }
          : { kind: "question", text: words },
      ),
  };
}

/** The name of the variable that holds the key: Countersign never sees a key typed. */
export function keyDialog(url: string, warning?: string): Dialog {
  return {
    heading: "This server wants a key",
    about: url,
    passages: warning === undefined ? [] : [{ kind: "warning", text: warning }],
    entries: [
      {
        key: "v",
        label: "Its key is in an environment variable",
        words: {
          asks: "The variable's name, for example MY_SERVER_KEY",
          sends: "asks again",
          missing: "Type its name first.",
        },
      },
    ],
    picks: "at_once",
    leaves: "Esc: later, with /plan connect",
    answer: (_picked, words) => yes({ kind: "question", text: words }),
  };
}
