/** Whether words stand in a field that a reload, or another page, would lose. */
export function isWriting(): boolean {
  return [...document.querySelectorAll("textarea")].some(({ value }) => value !== "");
}
