import { BarAct } from "../acts/act-button.tsx";
import type { ActDesk } from "../acts/act-desk.ts";
import { type Wish, wishKey } from "../acts/wish.ts";
import { Button } from "../parts/button.tsx";
import { may } from "../store.ts";

export interface RunBarProps {
  desk: ActDesk;
  version: number;
  main: readonly Wish[];
  more: readonly Wish[];
  open(sheet: "more" | "share" | undefined): void;
}

/** What the bar offers for the whole plan. What does not fit, and on a phone all of it, is behind the dots. */
export function RunBar({ desk, version, main, more, open }: RunBarProps) {
  const mine = may("approver") ? main : [];
  return (
    <>
      <span class="bar-acts-wide">
        {mine.map((wish) => (
          <BarAct
            key={wishKey(wish)}
            desk={desk}
            version={version}
            wish={wish}
            {...((wish.act === "start" || wish.act === "resume" || wish.act === "retry") && { look: "sign" as const })}
            {...((wish.act === "pause" || wish.act === "resume") && { keys: "p" })}
          />
        ))}
        <Button icon="link" onClick={() => open("share")}>
          Share
        </Button>
      </span>
      <Button
        icon="more"
        class={may("approver") && more.length > 0 ? "bar-more" : "bar-more only-narrow"}
        aria-label="More acts"
        title="More acts"
        onClick={() => open("more")}
      />
    </>
  );
}
