import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Refusal } from "../call.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Seal } from "./seal.tsx";

/** Nothing is here, what is under way, and how something gets here. */
export function Empty({
  title,
  isPart = false,
  children,
  acts,
}: {
  title: string;
  /** The page has its own heading. */
  isPart?: boolean;
  children?: ComponentChildren;
  acts?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Seal digest={EMPTY_SEAL} share={0} size={76} />
      {isPart ? <h2>{title}</h2> : <h1>{title}</h1>}
      {children !== undefined && <div class="empty-words">{children}</div>}
      {acts !== undefined && <div class="empty-acts">{acts}</div>}
    </div>
  );
}

const EMPTY_SEAL = "5b0f7e21a49c03d877e1f0b26d5a9c14e83b20f719cd4e660fa8b35d41aac9d4";

/** Grey bars, only if it takes longer than an eye notices. */
export function Loading({ title, rows = 4 }: { title?: string; rows?: number }) {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="loading" role="status" aria-label="Loading">
      {title !== undefined && <h1>{title}</h1>}
      {isShown && Array.from({ length: rows }, (_, row) => <span key={row} class={`bar bar-${row % 4}`} />)}
    </div>
  );
}

/** What the desk said, in its own words, and what can be done. */
export function Notice({
  look = "warn",
  title,
  children,
  acts,
  icon,
}: {
  look?: "plain" | "warn" | "bad" | "ok" | "ink";
  title: string;
  children?: ComponentChildren;
  acts?: ComponentChildren;
  icon?: IconName;
}) {
  const shown = icon ?? (look === "ok" || look === "plain" ? "check" : look === "ink" ? "pen" : "warning");
  return (
    <div class={`notice ${look}`}>
      <Icon name={shown} />
      <div class="notice-words">
        <p>
          <strong>{title}</strong>
          {children !== undefined && <> {children}</>}
        </p>
        {acts !== undefined && <div class="notice-acts">{acts}</div>}
      </div>
    </div>
  );
}

/** A refusal of the server, with its hint. */
export function Refused({ refusal, again, acts }: { refusal: Refusal; again?: () => void; acts?: ComponentChildren }) {
  const buttons = (
    <>
      {acts}
      {again && (
        <Button size="small" onClick={again}>
          Try again
        </Button>
      )}
    </>
  );
  return (
    <div role="alert">
      <Notice
        look={refusal.kind === "offline" ? "plain" : "warn"}
        icon={refusal.kind === "offline" ? "clock" : "warning"}
        title={refusal.message}
        {...((acts || again) && { acts: buttons })}
      >
        {refusal.hint}
      </Notice>
    </div>
  );
}
