import { visible } from "../../../../plan/visible.ts";

/** Words of a model or a person: characters that hide or turn text are spelled out. */
export function Words({ text }: { text: string }) {
  return <>{visible(text, { multiline: true })}</>;
}
