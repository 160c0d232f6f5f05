import { indexPath, keyPath } from "./data-path.ts";
import { nearest } from "./nearest.ts";
import type { Problem } from "./problem.ts";
import { quoted } from "./quoted.ts";

/** The part of JSON Schema our shapes are written in. `{}` is any JSON. */
export interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: { readonly [key: string]: Shape };
  readonly additionalProperties?: boolean | Shape;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

/** Every violation of a shape, each with its path and, if one is near, the intended value. */
export function checkShape(shape: Shape, value: unknown, path = ""): Problem[] {
  if (shape.enum) return checkChoice(shape.enum, value, path);
  switch (shape.type) {
    case "object":
      return isObject(value) ? checkObject(shape, value, path) : [wrongType("an object", value, path)];
    case "array":
      return Array.isArray(value) ? checkList(shape, value, path) : [wrongType("a list", value, path)];
    case "string":
      return typeof value === "string" ? checkText(shape, value, path) : [wrongType("text", value, path)];
    case "integer":
      return Number.isSafeInteger(value) ? checkNumber(shape, value, path) : [wrongType("a whole number", value, path)];
    case "number":
      return Number.isFinite(value) ? checkNumber(shape, value, path) : [wrongType("a number", value, path)];
    case "boolean":
      return typeof value === "boolean" ? [] : [wrongType("true or false", value, path)];
    case undefined:
      return isJson(value) ? [] : [wrongType(`JSON, nested at most ${DEEPEST} levels deep`, value, path)];
    default:
      throw new Error(`a shape has the type ${shape.type}, which checkShape does not know`);
  }
}

/** An object as JSON knows it: not a list, a date or an instance of a class. */
export function isObject(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== "object") return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function checkObject(shape: Shape, value: Record<string, unknown>, path: string): Problem[] {
  const properties = shape.properties ?? {};
  const problems: Problem[] = [];
  for (const key of shape.required ?? []) {
    if (has(value, key)) continue;
    problems.push(problem("missing_key", `${place(path)} needs ${quoted(key)}`, path, describe(properties[key], key)));
  }
  for (const key of Object.keys(value)) {
    if (value[key] === undefined) continue;
    const known = Object.hasOwn(properties, key) ? properties[key] : shape.additionalProperties;
    if (typeof known === "object") problems.push(...checkShape(known, value[key], keyPath(path, key)));
    else if (known === false) problems.push(unknownKey(key, Object.keys(properties), value, path));
  }
  return problems;
}

/** Suggests the nearest key that is not used yet, otherwise lists all keys. */
export function unknownKey(key: string, known: readonly string[], value: object, path: string): Problem {
  const guess = nearest(
    key,
    known.filter((candidate) => !Object.hasOwn(value, candidate)),
  );
  const hint = guess ? `did you mean ${quoted(guess)}?` : `known keys: ${known.join(", ")}`;
  return problem("unknown_key", `${place(path)} has no key ${quoted(key)}`, keyPath(path, key), hint);
}

function checkList(shape: Shape, value: readonly unknown[], path: string): Problem[] {
  const problems: Problem[] = [];
  if (value.length < (shape.minItems ?? 0)) {
    problems.push(problem("wrong_value", `${place(path)} needs at least ${shape.minItems} of them`, path));
  }
  const items = shape.items;
  if (items) problems.push(...value.flatMap((item, index) => checkShape(items, item, indexPath(path, index))));
  return problems;
}

function checkText(shape: Shape, value: string, path: string): Problem[] {
  const length = value.length > (shape.maxLength ?? Number.POSITIVE_INFINITY) ? [...value].length : value.length;
  if (length < (shape.minLength ?? 0))
    return [problem("wrong_value", `${place(path)} is empty`, path, describe(shape))];
  if (length > (shape.maxLength ?? length)) {
    return [problem("wrong_value", `${place(path)} is longer than ${shape.maxLength} characters`, path)];
  }
  if (shape.pattern !== undefined && !new RegExp(shape.pattern, "u").test(value)) {
    return [
      problem("wrong_value", `${place(path)} cannot be ${quoted(value)}`, path, `it must match ${shape.pattern}`),
    ];
  }
  return [];
}

function checkNumber(shape: Shape, value: unknown, path: string): Problem[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = shape;
  if (Number(value) < minimum) {
    return [problem("wrong_value", `${place(path)} must be at least ${minimum}, not ${value}`, path)];
  }
  if (Number(value) > maximum) {
    return [problem("wrong_value", `${place(path)} must be at most ${maximum}, not ${value}`, path)];
  }
  return [];
}

function checkChoice(choices: readonly unknown[], value: unknown, path: string): Problem[] {
  if (choices.includes(value)) return [];
  const guess = typeof value === "string" ? nearest(value, choices.map(String)) : undefined;
  const message = `${place(path)} must be one of ${choices.join(", ")}, not ${quoted(value)}`;
  return [problem("wrong_value", message, path, guess && `did you mean ${quoted(guess)}?`)];
}

const DEEPEST = 200;

/** A value without an exact form in JSON (NaN, a date, a function) would be signed as another value. */
function isJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (depth >= DEEPEST) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  return isObject(value) && Object.values(value).every((item) => isJson(item, depth + 1));
}

function wrongType(wanted: string, value: unknown, path: string): Problem {
  return problem("wrong_type", `${place(path)} must be ${wanted}, not ${quoted(value)}`, path);
}

function problem(kind: string, message: string, path: string, hint?: string): Problem {
  return { severity: "error", kind, message, ...(hint && { hint }), ...(path !== "" && { path }) };
}

function has(value: object, key: string): boolean {
  return Object.hasOwn(value, key) && (value as Record<string, unknown>)[key] !== undefined;
}

function describe(shape: Shape | undefined, key = ""): string | undefined {
  return shape?.description && (key === "" ? shape.description : `${key}: ${shape.description}`);
}

/** Counts from 1, as authors of markdown count their steps. */
function place(path: string): string {
  const [, item, index, inside] = /^(step|decision)s\[(\d+)\](?:\.(.+))?$/s.exec(path) ?? [];
  if (item === undefined) return path === "" ? "it" : path;
  return `${inside === undefined ? "" : `${inside} of `}${item} ${Number(index) + 1}`;
}
