import { initTheme, type Theme } from "@earendil-works/pi-coding-agent";

/** One of pi's own themes. pi hands it to components; outside of pi it is found where pi keeps it. */
export function themeNamed(name: "dark" | "light"): Theme {
  initTheme(name);
  const kept = (globalThis as unknown as Record<symbol, Theme>)[Symbol.for("@earendil-works/pi-coding-agent:theme")];
  if (kept === undefined) throw new Error("pi keeps its theme elsewhere now");
  return kept;
}
