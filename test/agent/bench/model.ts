import {
  type AssistantMessage,
  type FauxProviderHandle,
  type FauxResponseStep,
  fauxAssistantMessage,
  fauxProvider,
  fauxText,
  fauxToolCall,
  getCurrentSystemPrompt,
  getCurrentTools,
  type Message,
  type Provider,
  type TranscriptContext,
} from "@earendil-works/pi-ai";

/** Name of the tool, whether it failed, and what the model read of it. */
export type SeenResult = [name: string, isError: boolean, text: string];

export interface SeenRequest {
  systemPrompt: string;
  tools: string[];
  messages: Message[];
}

/** A model that says what the test wrote down, and remembers all it was told. */
export interface ScriptedModel {
  faux: FauxProviderHandle;
  provider: Provider;
  /** What it says next, after what it was already going to say. */
  says(...steps: FauxResponseStep[]): void;
  saw: Saw;
}

/** What the model was told, request by request. */
export class Saw {
  readonly requests: SeenRequest[] = [];
  readonly #results = new Map<string, SeenResult>();

  /** Of the last request. */
  get systemPrompt(): string {
    return this.requests.at(-1)?.systemPrompt ?? "";
  }

  get tools(): string[] {
    return this.requests.at(-1)?.tools ?? [];
  }

  /** Of all requests, once each, in order. */
  get results(): SeenResult[] {
    return [...this.#results.values()];
  }

  /** What was said to it by people and extensions. */
  get userTexts(): string[] {
    const messages = this.requests.at(-1)?.messages ?? [];
    return messages.flatMap((message) => (message.role === "user" ? [textOf(message.content)] : []));
  }

  take({ messages }: TranscriptContext): void {
    this.requests.push({
      systemPrompt: getCurrentSystemPrompt(messages),
      tools: getCurrentTools(messages).map(({ name }) => name),
      messages: structuredClone(messages),
    });
    for (const message of messages) {
      if (message.role !== "toolResult") continue;
      this.#results.set(message.toolCallId, [message.toolName, message.isError, textOf(message.content)]);
    }
  }
}

let models = 0;

export function scriptModel(
  steps: FauxResponseStep[] = [],
  options: { contextWindow?: number; tokensPerSecond?: number } = {},
): ScriptedModel {
  models += 1;
  const faux = fauxProvider({
    provider: `faux-${models}`,
    models: [{ id: "faux-1", contextWindow: options.contextWindow ?? 200_000, maxTokens: 8192 }],
    ...(options.tokensPerSecond !== undefined && { tokensPerSecond: options.tokensPerSecond }),
  });
  faux.setResponses(steps);
  const saw = new Saw();
  const { provider } = faux;
  return {
    faux,
    saw,
    says: (...more) => faux.appendResponses(more),
    provider: {
      ...provider,
      stream: (model, context, how) => {
        saw.take(context);
        return provider.stream(model, context, how);
      },
      streamSimple: (model, context, how) => {
        saw.take(context);
        return provider.streamSimple(model, context, how);
      },
    },
  };
}

type Arguments = Parameters<typeof fauxToolCall>[1];

/** The model says something, and is done. */
export function says(text: string): AssistantMessage {
  return fauxAssistantMessage(text);
}

/** The model calls tools, all in one batch, and may talk meanwhile: `calls("Looking.", ["read", { path: "a" }])`. */
export function calls(...batch: (string | readonly [name: string, args: Arguments])[]): AssistantMessage {
  const blocks = batch.map((one) => (typeof one === "string" ? fauxText(one) : fauxToolCall(...one)));
  return fauxAssistantMessage(blocks, { stopReason: "toolUse" });
}

/** The provider fails. */
export function fails(message: string): FauxResponseStep {
  return fauxAssistantMessage("", { stopReason: "error", errorMessage: message });
}

function textOf(content: string | readonly { type: string; text?: string }[]): string {
  return typeof content === "string" ? content : content.map(({ type, text }) => text ?? `[${type}]`).join("\n");
}
