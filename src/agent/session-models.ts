import type { ExtensionContext, ModelRuntime } from "@earendil-works/pi-coding-agent";

/**
 * The models of a session with their keys, as those who work for it need them: also what extensions have registered and
 * what was given on the command line. pi shows extensions a facade of it only; without what is behind that, a subagent has
 * the user's own models.
 */
export function sessionModels({ modelRegistry }: Pick<ExtensionContext, "modelRegistry">): ModelRuntime | undefined {
  const { runtime } = modelRegistry as unknown as { runtime?: ModelRuntime };
  return typeof runtime?.streamSimple === "function" ? runtime : undefined;
}

/** What the session talks to now, as a plan would name it. */
export function sessionModel({ model }: Pick<ExtensionContext, "model">): string | undefined {
  return model && `${model.provider}/${model.id}`;
}
