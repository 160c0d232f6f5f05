/** For an element that scrolls by itself: keys reach it, and readers hear what it is. */
export function scrolls(label: string, role: "region" | "group" = "region") {
  return { tabIndex: 0, role, "aria-label": label } as const;
}
