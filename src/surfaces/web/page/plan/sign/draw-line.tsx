import { useRef, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { drawnTo, isTooEarly, WHOLE } from "./signing.ts";

/** The second act on touch: the line is drawn to its end. Letting go earlier takes it back. */
export function DrawLine({
  openedAt,
  isOff,
  words,
  sign,
}: {
  openedAt: number;
  isOff: boolean;
  words: string;
  sign(): void;
}) {
  const field = useRef<HTMLDivElement>(null);
  const [drawn, draw] = useState(0);
  const pointer = useRef<number | undefined>(undefined);
  const at = (event: PointerEvent): number => {
    const box = field.current?.getBoundingClientRect();
    return box ? drawnTo(event.clientX, box, PEN) : 0;
  };
  const letGo = (): void => {
    pointer.current = undefined;
    draw(0);
  };
  return (
    <div ref={field} class={`draw-line${isOff ? " off" : ""}`} aria-hidden="true">
      <svg
        class="draw-ink"
        viewBox="0 0 100 30"
        preserveAspectRatio="none"
        style={{ clipPath: `inset(0 ${Math.round((1 - drawn) * 100)}% 0 0)` }}
      >
        <path d={SCRIBBLE} />
      </svg>
      <span class="draw-words" style={{ opacity: drawn > 0.35 ? "0" : "1" }}>
        {words}
      </span>
      <span
        class="draw-pen"
        data-draw-pen
        style={{ left: `calc(${drawn} * (100% - ${PEN}px))` }}
        onPointerDown={(event) => {
          if (isOff || isTooEarly(event, openedAt) || pointer.current !== undefined) return;
          pointer.current = event.pointerId;
          event.currentTarget.setPointerCapture(event.pointerId);
          event.preventDefault();
        }}
        onPointerMove={(event) => {
          if (event.pointerId === pointer.current) draw(at(event));
        }}
        onPointerUp={(event) => {
          if (event.pointerId !== pointer.current) return;
          const isWhole = at(event) >= WHOLE;
          letGo();
          if (isWhole && !isOff) sign();
        }}
        onPointerCancel={letGo}
      >
        <Icon name="pen" size={20} />
      </span>
    </div>
  );
}

const PEN = 56;
const SCRIBBLE =
  "M4 20C8 11 13 5 15.500 6.500C19 9 10 22 14 22.500C19 23 22 11 26 12C29.500 13 24.500 21 28.500 21.500C33 22 36 14 40 15.500C43.500 17 41 20.500 46 20C54 19 58 16.500 66 17.500C76 18.700 84 18 97 17";
