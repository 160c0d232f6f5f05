/** With a full stop, unless the text ends with a mark of its own: "Now?" stays "Now?". */
export function sentence(text: string): string {
  const trimmed = text.trimEnd();
  return /[.?!…。？！]["')\]»”]*$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}
