import { LocalChannel } from "./channel.ts";
import type { Command, CommandPart } from "./commands.ts";
import { filePayload, type Upload } from "./files.ts";
import type { LocalRole } from "./guild.ts";
import { rolePayload } from "./guild.ts";
import { LocalMember } from "./member.ts";
import type { World } from "./world.ts";

/** What a person gives to an option of a command. */
export type OptionValue = string | number | boolean | LocalMember | LocalChannel | LocalRole | Upload;
export type OptionValues = Readonly<Record<string, OptionValue>>;

const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;
const ATTACHMENT = 11;

/** What is sent for `plan start` with these options; throws where the client would not let a person send it. */
export function slashData(world: World, line: string, values: OptionValues, focused?: string): object {
  const [name = "", ...words] = line.replace(/^\//, "").split(/\s+/);
  const command = world.commands.all.find((one) => one.name === name && one.type === 1);
  if (command === undefined) throw new Error(`There is no command /${name}, only: ${namesOf(world.commands.all)}`);
  const parts = walk(command, words);
  const resolved: Resolved = {};
  const leaf = parts.at(-1) ?? command;
  const given = optionsOf(world, leaf, values, focused, resolved);
  const options = parts.reduceRight<object[]>(
    (inner, { name: part, type }) => [{ name: part, type, options: inner }],
    given,
  );
  const place = "guild_id" in command ? { guild_id: command["guild_id"] } : {};
  return { id: command.id, name, type: 1, options, resolved, ...place };
}

type Resolved = Record<string, Record<string, object>>;

/** The sub-commands that the words lead through. */
function walk(command: Command, words: readonly string[]): CommandPart[] {
  const parts: CommandPart[] = [];
  for (const word of words) {
    const inside: CommandPart = parts.at(-1) ?? command;
    const next = subcommands(inside).find(({ name }) => name === word);
    if (next === undefined) throw new Error(`/${inside.name} has no ${word}, only: ${namesOf(subcommands(inside))}`);
    parts.push(next);
  }
  const open = subcommands(parts.at(-1) ?? command);
  if (open.length > 0) throw new Error(`/${[command.name, ...words].join(" ")} is not complete: ${namesOf(open)}`);
  return parts;
}

function subcommands({ options = [] }: CommandPart): CommandPart[] {
  return options.filter(({ type }) => type === SUBCOMMAND || type === SUBCOMMAND_GROUP);
}

function optionsOf(
  world: World,
  leaf: CommandPart,
  values: OptionValues,
  focused: string | undefined,
  resolved: Resolved,
): object[] {
  const known = leaf.options ?? [];
  const unknown = Object.keys(values).filter((name) => !known.some((option) => option.name === name));
  if (unknown.length > 0) throw new Error(`/${leaf.name} has no option ${unknown.join(", ")}, only: ${namesOf(known)}`);
  const missing = known.filter(({ name, required }) => required && !(name in values));
  if (missing.length > 0 && focused === undefined) throw new Error(`/${leaf.name} needs ${namesOf(missing)}`);
  return known.flatMap((option) => {
    const value = values[option.name];
    if (value === undefined) return [];
    const isFocused = option.name === focused;
    if (isFocused && option.autocomplete !== true) throw new Error(`${option.name} suggests nothing while one types.`);
    const sent = isFocused ? value : wireValue(world, option, value, resolved);
    return [{ name: option.name, type: option.type, value: sent, ...(isFocused && { focused: true }) }];
  });
}

function wireValue(
  world: World,
  { name, type, choices = [] }: CommandPart,
  value: OptionValue,
  resolved: Resolved,
): unknown {
  const note = (kind: string, id: string, payload: object) => {
    resolved[kind] = { ...resolved[kind], [id]: payload };
    return id;
  };
  if (value instanceof LocalMember) {
    const { user: _, ...member } = value.payload();
    note("members", value.id, { ...member, permissions: `${value.permissions}` });
    return note("users", value.id, value.user);
  }
  if (value instanceof LocalChannel) return note("channels", value.id, { ...value.payload(), permissions: "0" });
  if (typeof value === "object") {
    if (type !== ATTACHMENT) return note("roles", (value as LocalRole).id, rolePayload(value as LocalRole, 1));
    const file = world.files.add(world.guild.id, value as Upload);
    return note("attachments", file.id, filePayload(file));
  }
  if (choices.length === 0) return value;
  const choice = choices.find((one) => one.value === value || one.name === value);
  if (choice) return choice.value;
  throw new Error(`${name} cannot be ${value}, only: ${choices.map((one) => one.name).join(" | ")}`);
}

function namesOf(parts: readonly { readonly name: string }[]): string {
  return parts.map(({ name }) => name).join(", ") || "none";
}
