import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

/** A short mark in words. */
export function Tag({
  look = "plain",
  icon,
  children,
}: {
  look?: "plain" | "ink" | "ok" | "warn" | "bad" | "run";
  icon?: IconName;
  children: ComponentChildren;
}) {
  return (
    <span class={`tag ${look}`}>
      {icon && <Icon name={icon} size={13} />}
      <span>{children}</span>
    </span>
  );
}
