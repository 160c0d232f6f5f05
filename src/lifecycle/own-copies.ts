/**
 * The collections that one replay has copied. Until the replay returns its state it is their only holder, so it copies
 * each of them once and then changes the copy in place: to copy a collection for every event would make replay quadratic.
 */
export class OwnCopies {
  readonly #copies = new Set<object>();

  put<Value>(record: Readonly<Record<string, Value>>, key: string, value: Value): Record<string, Value> {
    const copy = this.#own(record, () => ({ ...record }));
    // An assignment to `__proto__` sets no key.
    Object.defineProperty(copy, key, { value, writable: true, enumerable: true, configurable: true });
    return copy;
  }

  append<Item>(list: readonly Item[], item: Item): Item[] {
    const copy = this.#own(list, () => [...list]);
    copy.push(item);
    return copy;
  }

  #own<Writable extends object>(collection: Readonly<Writable>, copied: () => Writable): Writable {
    if (this.#copies.has(collection)) return collection;
    const copy = copied();
    this.#copies.add(copy);
    return copy;
  }
}
