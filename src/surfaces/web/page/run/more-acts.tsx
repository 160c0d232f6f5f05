import type { ComponentChildren } from "preact";
import { ActRow } from "../acts/act-button.tsx";
import { wishKey } from "../acts/wish.ts";
import { Button } from "../parts/button.tsx";
import { Sheet } from "../parts/sheet.tsx";
import { may } from "../store.ts";
import type { RunBarProps } from "./run-bar.tsx";

/** All that can be done to the plan, each with what it will do. */
export function MoreActs({ desk, version, main, more, open }: RunBarProps) {
  const close = () => open(undefined);
  const mine = may("approver");
  return (
    <Sheet title="What can be done" close={close}>
      <div class="more-acts">
        <div class="only-narrow">
          {mine &&
            main.map((wish) => (
              <Closing key={wishKey(wish)} close={close}>
                <ActRow desk={desk} version={version} wish={wish} />
              </Closing>
            ))}
        </div>
        {mine &&
          more.map((wish) => (
            <Closing key={wishKey(wish)} close={close}>
              <ActRow desk={desk} version={version} wish={wish} />
            </Closing>
          ))}
        <div class="act-row only-narrow">
          <Button icon="link" onClick={() => open("share")}>
            Share
          </Button>
          <p class="act-effect">A link that holds the plan itself, or a file.</p>
        </div>
      </div>
    </Sheet>
  );
}

/** The sheet goes when one of its acts is pressed: the act may open its own. */
function Closing({ close, children }: { close(): void; children: ComponentChildren }) {
  return (
    <div onClick={(event) => event.target instanceof Element && event.target.closest("button") && close()}>
      {children}
    </div>
  );
}
