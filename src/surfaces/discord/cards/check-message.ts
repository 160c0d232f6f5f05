import type { APIMessageComponent } from "discord.js";
import type { Problem } from "../../../plan/problem.ts";
import type { CardMessage } from "./card-message.ts";
import { Findings } from "./check-parts.ts";
import { FLAGS } from "./flags.ts";
import { LIMITS } from "./limits.ts";
import { shownWords } from "./shown-words.ts";

/** Everything for which Discord would refuse a message. `kept` are files that are with it already. */
export function checkMessage(message: CardMessage, { kept = [] }: { kept?: readonly string[] } = {}): Problem[] {
  const found = new Findings();
  const files = message.files ?? [];
  const names = new Set([...kept, ...files.map(({ name }) => name)]);
  if ((message.flags & FLAGS.components) === 0) found.say("flags", "do not say that it has components");
  found.count("components", message.components.length, 1, LIMITS.children);
  found.count("files", files.length, 0, LIMITS.files);
  if (new Set(files.map(({ name }) => name)).size < files.length) found.say("files", "two have one name");
  for (const { name, attachment } of files) {
    if (!/^[\w.-]+$/.test(name) || name.length > LIMITS.fileName) found.say(`files.${name}`, "is no name for a file");
    found.count(`files.${name}`, attachment.byteLength, 1, LIMITS.fileBytes);
  }
  const sum = { components: 0, bytes: 0 };
  for (const [index, component] of message.components.entries()) {
    if (!ON_TOP.includes(component.type)) found.say(`components[${index}]`, "cannot stand on the top");
    visit(component, `components[${index}]`, { found, sum, names });
  }
  if (sum.components > LIMITS.components) found.say("components", `there are ${sum.components} in all`);
  const text = message.components.flatMap(shownWords).join("").length;
  if (text > LIMITS.text) found.say("components", `they have ${text} characters in all`);
  if (sum.bytes > LIMITS.bytes) found.say("components", `their texts have ${sum.bytes} bytes in all`);
  return found.problems;
}

interface Visit {
  found: Findings;
  sum: { components: number; bytes: number };
  names: ReadonlySet<string>;
}

const ON_TOP: readonly number[] = [1, 9, 10, 12, 13, 14, 17];
const IN_CONTAINER: readonly number[] = [1, 9, 10, 12, 13, 14];

function visit(component: APIMessageComponent, path: string, all: Visit): void {
  const { found, sum, names } = all;
  sum.components++;
  switch (component.type) {
    case 1: {
      const { components } = component;
      const menus = components.filter(({ type }) => type !== 2).length;
      found.count(path, components.length, 1, menus > 0 ? 1 : LIMITS.buttonsInRow);
      for (const [index, part] of components.entries()) visit(part, `${path}[${index}]`, all);
      return;
    }
    case 2:
      if ("custom_id" in component) found.customId(`${path}.custom_id`, component.custom_id);
      if ("url" in component) found.text(`${path}.url`, component.url, LIMITS.url);
      if ("label" in component) found.text(`${path}.label`, component.label, LIMITS.label);
      return;
    case 3:
      found.customId(`${path}.custom_id`, component.custom_id);
      found.optional(`${path}.placeholder`, component.placeholder, LIMITS.placeholder);
      found.options(`${path}.options`, component.options, 1, LIMITS.options);
      found.range(path, component);
      return;
    case 5:
    case 6:
    case 7:
    case 8:
      found.customId(`${path}.custom_id`, component.custom_id);
      return;
    case 9:
      found.count(path, component.components.length, 1, 3);
      for (const [index, part] of component.components.entries()) visit(part, `${path}[${index}]`, all);
      visit(component.accessory, `${path}.accessory`, all);
      return;
    case 10:
      found.text(path, component.content, LIMITS.text);
      sum.bytes += Buffer.byteLength(component.content) + LIMITS.bytesEach;
      return;
    case 11:
      found.optional(`${path}.description`, component.description, LIMITS.alternative);
      return;
    case 12:
      found.count(path, component.items.length, 1, LIMITS.galleryItems);
      for (const { media, description } of component.items) {
        found.optional(`${path}.description`, description, LIMITS.alternative);
        checkUrl(media.url, path, found, names);
      }
      return;
    case 13:
      if (!component.file.url.startsWith("attachment://")) found.say(path, "is no file of the message");
      checkUrl(component.file.url, path, found, names);
      return;
    case 14:
      return;
    case 17: {
      const { accent_color: colour } = component;
      if (typeof colour === "number" && (colour < 0 || colour > 0xffffff)) found.say(path, "has no such colour");
      found.count(path, component.components.length, 1, LIMITS.children);
      for (const [index, part] of component.components.entries()) {
        if (!IN_CONTAINER.includes(part.type)) found.say(`${path}[${index}]`, "cannot stand in a container");
        visit(part, `${path}[${index}]`, all);
      }
      return;
    }
  }
}

function checkUrl(url: string, path: string, found: Findings, names: ReadonlySet<string>): void {
  const [, name] = /^attachment:\/\/(.*)$/s.exec(url) ?? [];
  if (name !== undefined && !names.has(name)) found.say(path, `there is no file ${name} with it`);
}
