import { type Fields, type Form, isFields, type Path } from "./form.ts";

/** The embeds of a message; a total counts over all of them. */
export function checkEmbeds(form: Form, value: unknown): void {
  const embeds = form.list(["embeds"], value, { max: 10, optional: true });
  for (const [index, embed] of embeds.entries()) {
    if (isFields(embed)) checkEmbed(form, ["embeds", index], embed);
    else form.refuse(["embeds", index], "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
  }
  const total = embeds.filter(isFields).flatMap(textsOf).join("").length;
  if (total > 6000) form.refuse(["embeds"], "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
}

function checkEmbed(form: Form, path: Path, embed: Fields): void {
  const { footer, author, image, thumbnail } = embed;
  form.text([...path, "title"], embed["title"], { max: 256, optional: true });
  form.text([...path, "description"], embed["description"], { max: 4096, optional: true });
  form.integer([...path, "color"], embed["color"], { max: 0xffffff, optional: true });
  if (embed["url"]) form.url([...path, "url"], embed["url"]);
  if (isFields(footer)) form.text([...path, "footer", "text"], footer["text"], { max: 2048 });
  if (isFields(author)) form.text([...path, "author", "name"], author["name"], { max: 256 });
  for (const [name, media] of Object.entries({ image, thumbnail })) {
    if (isFields(media))
      form.url([...path, name, "url"], media["url"], { schemes: ["http:", "https:", "attachment:"] });
  }
  for (const [index, field] of form.list([...path, "fields"], embed["fields"], { max: 25, optional: true }).entries()) {
    const { name, value } = isFields(field) ? field : {};
    form.text([...path, "fields", index, "name"], name || undefined, { min: 1, max: 256 });
    form.text([...path, "fields", index, "value"], value || undefined, { min: 1, max: 1024 });
  }
}

/** Every text of an embed that a person reads. */
export function textsOf(embed: Fields): string[] {
  const { title, description, footer, author, fields } = embed;
  const inFields = Array.isArray(fields) ? fields.filter(isFields).flatMap(({ name, value }) => [name, value]) : [];
  const of = (part: unknown, name: string) => (isFields(part) ? part[name] : undefined);
  const texts = [of(author, "name"), title, description, ...inFields, of(footer, "text")];
  return texts.filter((text) => typeof text === "string");
}
