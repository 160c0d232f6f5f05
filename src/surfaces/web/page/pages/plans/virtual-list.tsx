import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface VirtualListProps {
  label: string;
  total: number;
  /** Scrolled into view when it changes; -1 for none. */
  current: number;
  show(first: number, last: number): void;
  row(index: number): ComponentChildren;
}

/** Rows above and below the screen, so that scrolling shows no gap. */
const MORE = 12;

/** Draws only the rows that are on the screen: ten thousand are as quick as ten. Rows have one height, that of the styles. */
export function VirtualList({ label, total, current, show, row }: VirtualListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [[first, last], draw] = useState<[number, number]>([0, 40]);
  const height = useRef(46);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    height.current = Number.parseFloat(getComputedStyle(element).getPropertyValue("--plan-row")) || 46;
    element.style.height = `${total * height.current}px`;
  }, [total]);

  useEffect(() => {
    const look = (): void => {
      const element = list.current;
      if (!element) return;
      const top = element.getBoundingClientRect().top;
      const from = Math.max(0, Math.floor(-top / height.current) - MORE);
      const to = Math.min(total - 1, Math.ceil((innerHeight - top) / height.current) + MORE);
      draw((before) => (before[0] === from && before[1] === to ? before : [from, Math.max(from, to)]));
    };
    look();
    addEventListener("scroll", look, { capture: true, passive: true });
    addEventListener("resize", look);
    return () => {
      removeEventListener("scroll", look, { capture: true });
      removeEventListener("resize", look);
    };
  }, [total]);
  // Before the empty rows are painted: their plans are under way a frame earlier.
  useLayoutEffect(() => show(first, last), [first, last, show]);
  useEffect(() => {
    const scroller = list.current?.closest<HTMLElement>("main, .columns");
    if (current < 0 || !list.current || !scroller) return;
    const top = list.current.getBoundingClientRect().top + current * height.current;
    const bottom = top + height.current;
    const [edge, end] = [scroller.getBoundingClientRect().top + 8, innerHeight - 8];
    if (top < edge) scroller.scrollTop += top - edge;
    else if (bottom > end) scroller.scrollTop += bottom - end;
  }, [current]);

  const end = Math.min(last, total - 1);
  return (
    <ul ref={list} class="virtual-list" aria-label={label}>
      {Array.from({ length: Math.max(0, end - first + 1) }, (_, offset) => {
        const index = first + offset;
        return (
          <li
            key={index}
            aria-setsize={total}
            aria-posinset={index + 1}
            ref={(element) => {
              if (element) element.style.transform = `translateY(${index * height.current}px)`;
            }}
          >
            {row(index)}
          </li>
        );
      })}
    </ul>
  );
}
