import type { NextAction } from "../../../../lifecycle/next-action.ts";
import { Button, ButtonLink } from "../parts/button.tsx";
import type { ActDesk } from "./act-desk.ts";
import { iconOf, labelOf, wishOf } from "./wish.ts";

/** What can be done instead, as the desk says: each as a button or a link. */
export function NextMoves({ desk, actions }: { desk: ActDesk; actions: readonly NextAction[] }) {
  return (
    <>
      {actions.map((action, index) => {
        const found = wishOf(action, desk.at.project);
        if (found === undefined) return null;
        const words = sentenceCase(action.what);
        if ("href" in found)
          return (
            <ButtonLink key={index} size="small" href={found.href}>
              {words}
            </ButtonLink>
          );
        return (
          <Button
            key={index}
            size="small"
            icon={iconOf(found.wish)}
            title={labelOf(found.wish)}
            onClick={() => desk.press(found.wish, "ask")}
          >
            {words}
          </Button>
        );
      })}
    </>
  );
}

function sentenceCase(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
