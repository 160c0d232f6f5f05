import { useEffect, useState } from "preact/hooks";
import { wrongChoices } from "../../../../../lifecycle/choices.ts";
import { visible } from "../../../../../plan/visible.ts";
import type { Refusal } from "../../call.ts";
import { useKeys } from "../../keys.ts";
import { Button } from "../../parts/button.tsx";
import { Seal } from "../../parts/seal.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { Notice } from "../../parts/states.tsx";
import { now } from "../../parts/time.tsx";
import { go, planAddress } from "../../router.ts";
import { person } from "../../store.ts";
import { missingWords } from "../document/left-out.ts";
import { isLive } from "../offers.ts";
import type { Review } from "../review.ts";
import { sign } from "./act.ts";
import { type Beaten, beatenBy, type Opened } from "./beaten.ts";
import { DrawLine } from "./draw-line.tsx";
import { leaveForUnseen, lockWords } from "./next-unseen.ts";
import { shareOf } from "./sign-card.tsx";
import { SignatureLine } from "./signature-line.tsx";
import { Signed } from "./signed.tsx";
import { actWords, digestWords, isTooEarly, signingOf } from "./signing.ts";
import { WhatGoesWithIt } from "./what-goes-with-it.tsx";
import { WillRun } from "./will-run.tsx";

type Stage = { is: "open" } | { is: "signing" } | { is: "refused"; refusal: Refusal } | { is: "signed"; words: string };

/** The ceremony: it shows what is signed, and takes the second act. Opening it signs nothing. */
export function SignSheet({ review: current, close }: { review: Review; close(): void }) {
  // The text that was opened is the one that is signed, even if another arrives.
  const [opened] = useState(() => ({
    review: current,
    revision: current.standing.shown.revision,
    digest: current.standing.shown.digest,
    title: current.plan.title,
    at: performance.now(),
  }));
  const review = current.standing.shown.digest === opened.digest ? current : opened.review;
  const [stage, turn] = useState<Stage>({ is: "open" });
  const [byButton, chooseButton] = useState(() => !matchMedia("(pointer: coarse)").matches);
  const signing = signingOf(review);
  const beaten =
    stage.is === "signed" || stage.is === "signing"
      ? undefined
      : beatenBy(current.page, opened, person.value?.id, now.value);
  const lock = lockOf(review, lockWords(signing));
  const isOff = lock !== undefined || beaten !== undefined || stage.is === "signing";

  const act = async (): Promise<void> => {
    if (isOff) return;
    turn({ is: "signing" });
    const answer = await sign(review, opened);
    turn(answer.ok ? { is: "signed", words: answer.value.words } : { is: "refused", refusal: answer.refusal });
  };
  const second = (event: Event & { repeat?: boolean }): void => {
    if (!isTooEarly(event, opened.at)) void act();
  };
  useKeys(
    "Signing",
    [
      { keys: "Ctrl+Enter", does: "approve: the second act", act: second, always: true },
      { keys: "u", does: "show the next unseen part", act: () => leaveForUnseen(review) },
      // The first act does nothing here, however often it is pressed.
      { keys: "1", does: "nothing: approve with ctrl ⏎", act: () => {} },
    ],
    stage.is === "open" || stage.is === "refused",
  );
  useEffect(() => {
    if (stage.is === "signed") document.querySelector<HTMLElement>(".sign-sheet h2")?.focus();
  }, [stage.is]);

  if (stage.is === "signed") return <Signed review={current} opened={opened} words={stage.words} close={close} />;
  const isSigning = stage.is === "signing";
  return (
    <Sheet
      size="wide"
      title={`You countersign revision ${opened.revision}`}
      close={() => !isSigning && close()}
      head={<SignHead opened={opened} share={shareOf(review)} />}
      foot={
        <div class="sign-act">
          {beaten ? (
            <BeatenNotice review={current} opened={opened} beaten={beaten} close={close} />
          ) : (
            <>
              {stage.is === "refused" && <RefusedNotice refusal={stage.refusal} />}
              {lock !== undefined && (
                <p class="sign-lock" id="sign-lock">
                  {lock}
                  {signing.unshown.length > 0 && (
                    <Button look="bare" size="small" class="ink" keys="u" onClick={() => leaveForUnseen(review)}>
                      Show it
                    </Button>
                  )}
                </p>
              )}
              {!byButton && (
                <DrawLine openedAt={opened.at} isOff={isOff} words="draw the line to approve" sign={() => void act()} />
              )}
              <div class="sign-act-row">
                <SignatureLine
                  {...(person.value && { name: person.value.name })}
                  isSigned={false}
                  left={`as ${visible(person.value?.name ?? "")}, ${person.value?.access ?? ""}`}
                  right="this browser"
                />
                <Button size="large" keys="Escape" class="sign-back" onClick={close} disabled={isSigning}>
                  Back
                </Button>
                {byButton ? (
                  <Button
                    look="sign"
                    size="large"
                    icon="pen"
                    keys="Ctrl+Enter"
                    class="sign-second"
                    busy={isSigning}
                    aria-disabled={isOff}
                    {...(lock !== undefined && { "aria-describedby": "sign-lock" })}
                    onKeyDown={(event) => {
                      // Enter belongs to the first act: pressed twice, it must not sign.
                      if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) event.preventDefault();
                    }}
                    onClick={second}
                  >
                    {isSigning ? "Signing…" : actWords(signing)}
                  </Button>
                ) : (
                  <Button look="bare" size="large" class="ink" onClick={() => chooseButton(true)}>
                    Approve with a button
                  </Button>
                )}
              </div>
            </>
          )}
        </div>
      }
    >
      <div class="sign-sheet-columns">
        <WillRun review={review} signing={signing} />
        <WhatGoesWithIt review={review} signing={signing} showUnseen={() => leaveForUnseen(review)} />
      </div>
    </Sheet>
  );
}

function SignHead({ opened, share }: { opened: { revision: number; digest: string; title: string }; share: number }) {
  const [isWhole, show] = useState(() => !matchMedia("(max-width: 719px)").matches);
  return (
    <div class="sign-head">
      <Seal digest={opened.digest} share={share} size={104} />
      <div>
        <p class="sign-head-title serif" aria-hidden="true">
          You countersign revision {opened.revision}
        </p>
        <p class="sign-head-plan serif">{visible(opened.title)}</p>
        <button
          type="button"
          class="digest mono"
          aria-label={`The digest of the text, ${isWhole ? "whole" : "shortened"}`}
          aria-expanded={isWhole}
          onClick={() => show(!isWhole)}
        >
          {digestWords(opened.digest, isWhole)} <span class="quiet">sha-256</span>
        </button>
      </div>
    </div>
  );
}

function lockOf(review: Review, commands: string | undefined): string | undefined {
  if (!isLive()) return "The page is not live. Nothing is sent, and nothing is kept for later.";
  const wrong = wrongChoices(review.plan, { left_out: [...review.draft.value.leftOut] });
  return wrong ? (missingWords(review.plan, review.draft.value.leftOut) ?? wrong.message) : commands;
}

function BeatenNotice({
  review,
  opened,
  beaten,
  close,
}: {
  review: Review;
  opened: Opened;
  beaten: Beaten;
  close(): void;
}) {
  const isNewer = review.standing.shown.digest !== opened.digest;
  const difference = (): void => {
    close();
    go(planAddress(review.project, review.page.id, "compare"));
  };
  return (
    <div role="alert" class="grow">
      <Notice
        look={beaten.by === "person" ? "plain" : "warn"}
        title={beaten.title}
        acts={
          <>
            {isNewer && (
              <Button size="small" look="ink" onClick={difference}>
                Show the difference
              </Button>
            )}
            <Button size="small" onClick={close}>
              Back to the plan
            </Button>
          </>
        }
      >
        {beaten.words}
      </Notice>
    </div>
  );
}

function RefusedNotice({ refusal }: { refusal: Refusal }) {
  return (
    <div role="alert">
      <Notice
        look={refusal.kind === "offline" ? "plain" : "warn"}
        icon={refusal.kind === "offline" ? "clock" : "warning"}
        title={`Not signed. ${refusal.message}`}
      >
        {refusal.hint}
      </Notice>
    </div>
  );
}
