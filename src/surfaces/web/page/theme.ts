import { effect } from "@preact/signals";
import { kept } from "./kept.ts";

export type Scheme = "system" | "light" | "dark";

/** The colours that the person chose; by default those of the system. */
export const scheme = kept<Scheme>("scheme", "system");

effect(() => {
  const root = document.documentElement;
  if (scheme.value === "system") delete root.dataset["scheme"];
  else root.dataset["scheme"] = scheme.value;
});
