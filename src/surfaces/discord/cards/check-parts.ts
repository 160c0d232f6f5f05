import type { Problem } from "../../../plan/problem.ts";
import { LIMITS } from "./limits.ts";

/** What was found wrong with a message or a form, with what is needed to look for more. */
export class Findings {
  readonly problems: Problem[] = [];
  readonly #customIds = new Set<string>();

  say(path: string, message: string): void {
    this.problems.push({ severity: "error", kind: "discord_limit", path, message });
  }

  /** A text that must be there, and no longer than so many characters. */
  text(path: string, value: string | null | undefined, most: number): void {
    if (value === undefined || value === null) {
      this.say(path, "is missing");
      return;
    }
    if (value.trim() === "") this.say(path, "is empty");
    if (value.length > most) this.say(path, `has ${value.length} characters, ${most} are allowed`);
    if (!value.isWellFormed()) this.say(path, "holds half a character");
  }

  optional(path: string, value: string | null | undefined, most: number): void {
    if (value !== undefined && value !== null) this.text(path, value, most);
  }

  /** Names of what can be clicked are unique in a message. */
  customId(path: string, value: string): void {
    this.text(path, value, LIMITS.customId);
    if (this.#customIds.has(value)) this.say(path, "is there twice");
    this.#customIds.add(value);
  }

  count(path: string, count: number, least: number, most: number): void {
    if (count < least || count > most) this.say(path, `there are ${count}, ${least} to ${most} are allowed`);
  }

  options(path: string, options: readonly Option[], least: number, most: number): void {
    this.count(path, options.length, least, most);
    if (new Set(options.map(({ value }) => value)).size < options.length) this.say(path, "two options have one value");
    for (const [index, { label, value, description }] of options.entries()) {
      this.text(`${path}[${index}].label`, label, LIMITS.option);
      this.text(`${path}[${index}].value`, value, LIMITS.option);
      this.optional(`${path}[${index}].description`, description, LIMITS.option);
    }
  }

  /** How many of the options may be chosen. */
  range(path: string, { min_values = 1, max_values = 1, options }: Ranged): void {
    if (min_values < 0 || max_values < 1 || min_values > max_values || max_values > options.length)
      this.say(path, `${min_values} to ${max_values} of ${options.length} cannot be chosen`);
    const chosen = options.filter((option) => option.default).length;
    if (chosen > max_values) this.say(path, `${chosen} are chosen already, ${max_values} are allowed`);
  }
}

interface Option {
  label: string;
  value: string;
  description?: string;
  default?: boolean;
}

interface Ranged {
  min_values?: number;
  max_values?: number;
  options: readonly Option[];
}
