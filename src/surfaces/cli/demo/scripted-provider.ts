import {
  fauxAssistantMessage,
  fauxProvider,
  fauxText,
  fauxToolCall,
  getCurrentSystemPrompt,
  type Provider,
} from "@earendil-works/pi-ai";
import { hear } from "./heard.ts";
import { MODEL, PROVIDER } from "./model-name.ts";
import { scriptedAnswer } from "./scripted-model.ts";

/** Tokens a second: fast enough not to bore, slow enough to read. */
const SPEED = 500;

/** The scripted model as pi knows models. `typed` has what a person typed to it. */
export function scriptedProvider(typed: ReadonlySet<string> = new Set()): Provider {
  const faux = fauxProvider({
    provider: PROVIDER,
    models: [{ id: MODEL, name: "Scripted model (demonstration)", contextWindow: 200_000, maxTokens: 8192 }],
    tokensPerSecond: SPEED,
  });
  const { provider } = faux;
  const answering: typeof provider.stream = (model, context, options) => {
    faux.setResponses([
      ({ messages }) => {
        const { words, calls } = scriptedAnswer(hear(getCurrentSystemPrompt(messages), messages, typed));
        const blocks = [
          ...(words ? [fauxText(words)] : []),
          ...calls.map(([tool, input]) => fauxToolCall(tool, input)),
        ];
        return fauxAssistantMessage(blocks, { stopReason: calls.length > 0 ? "toolUse" : "stop" });
      },
    ]);
    return provider.stream(model, context, options);
  };
  return { ...provider, stream: answering, streamSimple: answering as typeof provider.streamSimple };
}
