import type { Message } from "@earendil-works/pi-ai";

/**
 * From pi 1.x on a tool can call others (`ctx.executeTool`, as codemode does). Such a call has a parent and is in no
 * message of the model. The types of pi 0.87 do not have these fields.
 */
export function isNested(event: object): boolean {
  return (event as { parentToolCallId?: unknown }).parentToolCallId !== undefined;
}

/** Tools that a tool called and pi did not find, by their names. */
export function nestedNotFound(message: Message): string[] {
  const { nestedCalls } = message as { nestedCalls?: { calls?: readonly { name?: unknown; error?: unknown }[] } };
  const names = (nestedCalls?.calls ?? []).flatMap(({ name, error }) => {
    return typeof name === "string" && error === `Tool ${name} not found` ? [name] : [];
  });
  return [...new Set(names)];
}

/** For a tool that only the model may call, no script and no other tool. */
export const MODEL_ONLY: object = { exposure: "model-only" };
