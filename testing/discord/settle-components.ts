import type { Component, Media } from "./component.ts";
import type { LocalFile } from "./files.ts";

/** Components as Discord keeps them: each with a number, and with addresses where files were named. */
export function settleComponents(components: readonly Component[], files: readonly LocalFile[]): Component[] {
  const taken = new Set(idsIn(components));
  let last = 0;
  const nextId = () => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  const address = (media: Media): Media => {
    const file = files.find(({ name }) => media.url === `attachment://${name}`);
    return file ? { ...media, url: file.url, attachment_id: file.id } : media;
  };
  const settle = (component: Component): Component => {
    const { components: inside, component: inner, accessory, items, media, file } = component;
    return {
      ...component,
      id: component.id ?? nextId(),
      ...(inside && { components: inside.map(settle) }),
      ...(inner && { component: settle(inner) }),
      ...(accessory && { accessory: settle(accessory) }),
      ...(items && { items: items.map((item) => ({ ...item, media: address(item.media) })) }),
      ...(media && { media: address(media) }),
      ...(file && { file: address(file), ...described(file, files) }),
    };
  };
  return components.map(settle);
}

function described({ url }: Media, files: readonly LocalFile[]): object {
  const file = files.find(({ name }) => url === `attachment://${name}`);
  return file ? { name: file.name, size: file.bytes.length } : {};
}

function idsIn(components: readonly Component[]): number[] {
  return components.flatMap(({ id, components: inside = [], accessory }) => [
    ...(id ? [id] : []),
    ...idsIn(inside),
    ...(accessory ? idsIn([accessory]) : []),
  ]);
}
