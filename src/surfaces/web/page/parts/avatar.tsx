import type { Actor } from "../../../../lifecycle/actor.ts";
import { Icon } from "./icon.tsx";

/** Round and in ink for persons, square and grey for agents and the host. */
export function Avatar({
  of,
  name,
  size = "normal",
}: {
  of: Actor["kind"];
  name: string;
  size?: "small" | "normal" | "large";
}) {
  const isPerson = of === "person" || of === "local";
  return (
    <span class={`avatar ${isPerson ? "person" : "machine"} ${size}`} aria-hidden="true">
      {of === "host" || of === "file" ? (
        <Icon name={of === "host" ? "shield" : "plan"} size={11} />
      ) : (
        initials(name, isPerson)
      )}
    </span>
  );
}

/** "AK" of Ada Keller, "B" of Builder. */
function initials(name: string, isPerson: boolean): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const [first = "?", last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  const letters = [first, ...(last && isPerson ? [last] : [])].map((word) => [...word][0] ?? "");
  return letters.join("").toUpperCase();
}
