/**
 * Remembers what was made of the bytes of a file, for as many files. Whoever asks has read the file: only as long as it has
 * the very same bytes is the work on them not done again.
 */
export function fromTheSameBytes<T>(most: number, make: (bytes: Buffer) => T): (file: string, bytes: Buffer) => T {
  const known = new Map<string, { bytes: Buffer; made: T }>();
  return (file, bytes) => {
    const before = known.get(file);
    if (before?.bytes.equals(bytes)) return before.made;
    const made = make(bytes);
    if (!before && known.size >= most) known.clear();
    known.set(file, { bytes, made });
    return made;
  };
}
