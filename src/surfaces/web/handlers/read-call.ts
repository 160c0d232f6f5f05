import type { TSchema } from "typebox";
import { Errors } from "typebox/value";
import type { Problem } from "../../../plan/problem.ts";

/** What of a request has another shape than the contract says; none if it fits. */
export function misshapen(shape: TSchema, value: unknown): Problem[] {
  const found = Errors(shape, value);
  // Of a union, the shapes that it is not say nothing.
  const said = found.filter(({ schemaPath }) => !/\/anyOf\/\d/.test(schemaPath));
  return said.slice(0, MOST).map(({ instancePath, message }) => {
    const path = instancePath.slice(1).replaceAll("/", ".");
    return { severity: "error", kind: "wrong_value", message: path === "" ? message : `${path} ${message}`, path };
  });
}

const MOST = 20;

/** A query's words, with numbers where its shape has numbers. A word that is no number stays, and is refused. */
export function queryIn(shape: TSchema | undefined, words: Readonly<Record<string, string>>): Record<string, unknown> {
  const properties = (shape as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {};
  const entries = Object.entries(words).filter(([key]) => Object.hasOwn(properties, key));
  return Object.fromEntries(
    entries.map(([key, word]) => {
      const isNumber = properties[key]?.type === "integer" && /^-?\d{1,15}$/.test(word);
      return [key, isNumber ? Number(word) : word];
    }),
  );
}
