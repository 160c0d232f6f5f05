import { useEffect, useRef } from "preact/hooks";

/** Places of one page: each has an address of its own. */
export interface Tab {
  href: string;
  label: string;
  count?: number;
  current: boolean;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const strip = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.href;
  // Where not all have room, the current one is the one that is seen.
  useEffect(() => {
    const nav = strip.current;
    const tab = nav?.querySelector("[aria-current]");
    if (!nav || !tab) return;
    const [outer, inner] = [nav.getBoundingClientRect(), tab.getBoundingClientRect()];
    nav.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
  }, [current]);
  return (
    <nav ref={strip} class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} {...(tab.current && { "aria-current": "page" })}>
          {tab.label}
          {tab.count !== undefined && <span class="count">{tab.count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** One of a few: filters, ways to show the same. */
export function Pills<Value extends string>({
  label,
  options,
  value,
  choose,
  look = "pills",
}: {
  label: string;
  options: readonly { value: Value; label: string; count?: number }[];
  value: Value;
  choose(value: Value): void;
  look?: "pills" | "switch";
}) {
  return (
    <div class={look} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          type="button"
          key={option.value}
          aria-pressed={option.value === value}
          onClick={() => choose(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span class="count">{option.count}</span>}
        </button>
      ))}
    </div>
  );
}
