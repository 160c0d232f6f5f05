import type { ExtensionContext, ModelRuntime } from "@earendil-works/pi-coding-agent";

/**
 * The models of a session with their keys, for its subagents: also those that extensions registered and those of the
 * command line. pi gives extensions only a facade of them; if what is behind it is not accessible, a subagent has the
 * user's own models.
 */
export function sessionModels({ modelRegistry }: Pick<ExtensionContext, "modelRegistry">): ModelRuntime | undefined {
  const { runtime } = modelRegistry as unknown as { runtime?: ModelRuntime };
  return typeof runtime?.streamSimple === "function" ? runtime : undefined;
}

/** The models that the session has keys for, as a plan would name them. */
export function availableModels({ modelRegistry }: Pick<ExtensionContext, "modelRegistry">): string[] {
  return modelRegistry.getAvailable().map(({ provider, id }) => `${provider}/${id}`);
}

/** The session's current model, as a plan would name it. */
export function sessionModel({ model }: Pick<ExtensionContext, "model">): string | undefined {
  return model && `${model.provider}/${model.id}`;
}
