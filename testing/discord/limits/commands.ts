import { LIMITS } from "../../../src/surfaces/discord/limits.ts";
import { type Fields, Form, isFields, type Path, type Problem } from "./form.ts";

const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;
const NAME = /^[-_'\p{L}\p{N}\p{sc=Devanagari}\p{sc=Thai}]{1,32}$/u;

/** What is wrong with a list of application commands that is to replace those there are. */
export function commandProblems(commands: unknown): readonly Problem[] {
  const form = new Form();
  const names = new Set<unknown>();
  for (const [index, command] of form.list([], commands, { max: 130 }).entries()) {
    if (!isFields(command)) form.refuse([index], "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
    else {
      checkCommand(form, [index], command);
      const name = `${command["type"] ?? 1} ${command["name"]}`;
      if (names.has(name))
        form.refuse([index], "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique");
      names.add(name);
    }
  }
  return form.problems;
}

/** Problems of the choices that a bot suggests while a person types. */
export function choiceProblems(choices: unknown): readonly Problem[] {
  const form = new Form();
  checkChoices(form, ["choices"], choices);
  return form.problems;
}

function checkCommand(form: Form, path: Path, command: Fields): void {
  const isSlash = (command["type"] ?? 1) === 1;
  if (isSlash) {
    checkName(form, path, command["name"]);
    form.text([...path, "description"], command["description"], { min: 1, max: LIMITS.commandDescription });
    checkParts(form, path, command);
  } else form.text([...path, "name"], command["name"], { min: 1, max: LIMITS.commandName });
  if (sizeOf(command) > LIMITS.command)
    form.refuse(path, "APPLICATION_COMMAND_TOO_LARGE", `Command exceeds maximum size (${LIMITS.command})`);
}

function checkParts(form: Form, path: Path, owner: Fields): void {
  let isOptionalBefore = false;
  const names = new Set<unknown>();
  for (const [index, option] of form
    .list([...path, "options"], owner["options"], { max: LIMITS.commandOptions, optional: true })
    .entries()) {
    const at = [...path, "options", index];
    if (!isFields(option)) {
      form.refuse(at, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
      continue;
    }
    form.integer([...at, "type"], option["type"], { min: 1, max: 11 });
    checkName(form, at, option["name"]);
    form.text([...at, "description"], option["description"], { min: 1, max: LIMITS.commandDescription });
    if (names.has(option["name"]))
      form.refuse(at, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique");
    names.add(option["name"]);
    if (option["type"] === SUBCOMMAND || option["type"] === SUBCOMMAND_GROUP) checkParts(form, at, option);
    else {
      if (option["required"] === true && isOptionalBefore)
        form.refuse(
          at,
          "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
          "Required options must be placed before non-required options",
        );
      isOptionalBefore ||= option["required"] !== true;
      if (option["choices"] !== undefined) checkChoices(form, [...at, "choices"], option["choices"]);
      if (option["autocomplete"] === true && Array.isArray(option["choices"]) && option["choices"].length > 0)
        form.refuse(
          [...at, "autocomplete"],
          "APPLICATION_COMMAND_OPTION_AUTOCOMPLETE_CHOICES",
          "Choices and autocomplete exclude each other",
        );
    }
  }
}

function checkChoices(form: Form, path: Path, value: unknown): void {
  for (const [index, choice] of form.list(path, value, { max: LIMITS.choices, optional: true }).entries()) {
    const { name, value: chosen } = isFields(choice) ? choice : {};
    form.text([...path, index, "name"], name, { min: 1, max: LIMITS.choice });
    if (typeof chosen !== "number") form.text([...path, index, "value"], chosen, { min: 1, max: LIMITS.choice });
  }
}

function checkName(form: Form, path: Path, name: unknown): void {
  form.text([...path, "name"], name, { min: 1, max: LIMITS.commandName });
  if (typeof name === "string" && (!NAME.test(name) || name !== name.toLowerCase()))
    form.refuse([...path, "name"], "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
}

/** All names, descriptions and values, of everything in it. */
function sizeOf(part: Fields): number {
  const own = ["name", "description", "value"].map((name) => (typeof part[name] === "string" ? part[name].length : 0));
  const inside = ["options", "choices"].flatMap((name) =>
    Array.isArray(part[name]) ? part[name].filter(isFields).map(sizeOf) : [],
  );
  return [...own, ...inside].reduce((sum, size) => sum + size, 0);
}
