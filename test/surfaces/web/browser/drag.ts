import type { CDPSession } from "playwright-core";

/** A finger that goes across the screen and lets go. */
export async function drag(touch: CDPSession, { from, to, y }: { from: number; to: number; y: number }): Promise<void> {
  const send = (type: "touchStart" | "touchMove" | "touchEnd", x?: number) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await send("touchStart", from);
  for (let part = 1; part <= 8; part++) await send("touchMove", from + ((to - from) * part) / 8);
  await send("touchEnd");
}
