/** The ids of a draft converted to slugs, and the lookup of references to them. */
export interface DraftIds {
  /** By position. */
  ids: string[];
  /** The id that a reference in the draft means; an unknown reference stays unchanged. */
  resolve: (reference: unknown) => unknown;
}

/**
 * Ids that are slugs stay. Others (`Step 1`) become slugs, missing ones are made from the word (`step-1`), and
 * neither takes an id that is in use. A repeated id stays repeated: its author has to fix it.
 */
export function draftIds(written: readonly unknown[], word: string): DraftIds {
  const raw = written.map(asText);
  const taken = new Set(raw.filter((id) => id !== undefined && isSlug(id)));
  const byRaw = new Map<string, string>();
  for (const id of raw) {
    if (id === undefined || byRaw.has(id)) continue;
    const made = isSlug(id) ? id : unused(slugged(id) || word, taken);
    taken.add(made);
    byRaw.set(id, made);
  }
  const byNumber = new Map<string, string>();
  const ids = raw.map((id, position) => {
    const known = id === undefined ? undefined : byRaw.get(id);
    if (known !== undefined) return known;
    const made = unused(`${word}-${position + 1}`, taken);
    taken.add(made);
    byNumber.set(String(position + 1), made);
    return made;
  });
  return { ids, resolve: (reference) => resolve(reference, taken, byRaw, byNumber) };
}

function resolve(
  reference: unknown,
  taken: ReadonlySet<unknown>,
  byRaw: ReadonlyMap<string, string>,
  byNumber: ReadonlyMap<string, string>,
): unknown {
  const text = asText(reference);
  if (text === undefined) return reference;
  const known = byRaw.get(text) ?? (taken.has(text) ? text : byNumber.get(text));
  if (known !== undefined) return known;
  return isSlug(text) ? text : slugged(text) || reference;
}

function asText(id: unknown): string | undefined {
  if (typeof id === "number" && Number.isSafeInteger(id) && id >= 0) return String(id);
  return typeof id === "string" && id.trim() !== "" ? id : undefined;
}

function isSlug(id: string): boolean {
  return id.length <= 64 && /^[a-z0-9][a-z0-9_-]*$/.test(id);
}

function slugged(id: string): string {
  return id
    .slice(0, 500)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^[-_]+/, "")
    .slice(0, 60)
    .replace(/-+$/, "");
}

function unused(wanted: string, taken: ReadonlySet<unknown>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted.slice(0, 56)}-${number}`)) number++;
  return `${wanted.slice(0, 56)}-${number}`;
}
