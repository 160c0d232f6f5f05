import { effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isWriting } from "./is-writing.ts";
import { useKeys } from "./keys.ts";
import { KeysSheet } from "./keys-sheet.tsx";
import { live } from "./live.ts";
import { Avatar } from "./parts/avatar.tsx";
import { Button, ButtonLink } from "./parts/button.tsx";
import { Icon, type IconName } from "./parts/icon.tsx";
import { Mark } from "./parts/mark.tsx";
import { At } from "./parts/time.tsx";
import { go, type Place, place, query } from "./router.ts";
import { may, person, projects, useCounts } from "./store.ts";

const isMenuOpen = signal(false);
/** Before the first connection, nothing that is shown is old. */
const wasLive = signal(false);
effect(() => {
  if (live.value.live) wasLive.value = true;
});
export const isKeysSheetOpen = signal(false);

const PLACES: readonly { page: Place["page"]; href: string; label: string; icon: IconName; keys?: string }[] = [
  { page: "inbox", href: "/inbox", label: "Inbox", icon: "inbox", keys: "g i" },
  { page: "plans", href: "/plans", label: "Plans", icon: "plan", keys: "g p" },
  { page: "runs", href: "/runs", label: "Runs", icon: "run", keys: "g r" },
  { page: "statistics", href: "/statistics", label: "Statistics", icon: "statistics", keys: "g s" },
  { page: "audit", href: "/audit", label: "Audit", icon: "audit", keys: "g a" },
  { page: "policy", href: "/policy", label: "Policy", icon: "policy", keys: "g o" },
];

/** The rail, and beside it the page. Pages draw their own bar, with `Frame`. */
export function Shell({ children }: { children: ComponentChildren }) {
  useKeys("Go to", [
    ...PLACES.flatMap(({ keys, label, href }) =>
      keys ? [{ keys, does: label.toLowerCase(), act: () => go(href) }] : [],
    ),
    { keys: "g e", does: "settings", act: () => go("/settings") },
    { keys: "/", does: "find plans", act: find },
    { keys: "n", does: "new plan", act: () => go("/new") },
    {
      keys: "?",
      does: "show these keys",
      act: () => {
        isKeysSheetOpen.value = true;
      },
    },
  ]);
  return (
    <div class="shell">
      <a class="skip" href="#main">
        To the page
      </a>
      <Rail />
      {children}
      {isKeysSheetOpen.value && (
        <KeysSheet
          close={() => {
            isKeysSheetOpen.value = false;
          }}
        />
      )}
    </div>
  );
}

export function find(): void {
  const field = document.querySelector<HTMLInputElement>("[data-find]");
  if (field) field.focus();
  else go("/plans?find=1");
}

function Rail() {
  const counts = useCounts().value.value;
  const here = place.value.page;
  const project = query.value.get("project") ?? "";
  const current =
    here === "plan" ? (place.value.page === "plan" && place.value.tab === "run" ? "runs" : "plans") : here;
  const numbers: Partial<Record<Place["page"], number>> = {
    ...(counts && { inbox: counts.waiting, plans: counts.plans, runs: counts.running }),
  };
  const rail = useRef<HTMLElement>(null);
  useEffect(() => {
    isMenuOpen.value = false;
  }, [place.value]);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isMenuOpen.value) rail.current?.querySelector<HTMLElement>("nav a")?.focus();
    else if (wasOpen.current) document.querySelector<HTMLElement>(".bar-menu")?.focus();
    wasOpen.current = isMenuOpen.value;
  }, [isMenuOpen.value]);
  return (
    <>
      {isMenuOpen.value && <div class="rail-veil" onPointerDown={() => (isMenuOpen.value = false)} />}
      <aside
        ref={rail}
        class={`rail${isMenuOpen.value ? " open" : ""}`}
        onKeyDown={(event) => {
          if (event.key === "Escape") isMenuOpen.value = false;
        }}
      >
        <a class="brand" href="/inbox" aria-label="Countersign, inbox">
          <Mark />
          <span>Countersign</span>
        </a>
        <nav aria-label="Places">
          {PLACES.map(({ page, href, label, icon }) => (
            <a key={page} href={href} title={label} {...(current === page && { "aria-current": "page" as const })}>
              <Icon name={icon} />
              <span class="rail-label">{label}</span>
              {numbers[page] !== undefined && (
                <span class={page === "inbox" && numbers[page] > 0 ? "count waiting" : "count"}>
                  {numbers[page] || ""}
                </span>
              )}
            </a>
          ))}
        </nav>
        {projects.value.length > 1 && (
          <nav class="rail-projects" aria-label="Projects">
            <h2>Projects</h2>
            {projects.value.map(({ key, name, problem }) => (
              <a
                key={key}
                href={`/plans?project=${encodeURIComponent(key)}`}
                title={problem ?? name}
                {...(here === "plans" && project === key && { "aria-current": "page" as const })}
              >
                <Icon name={problem === undefined ? "folder" : "warning"} />
                <span class="rail-label">{name}</span>
                <span class="count">{counts?.projects.find((one) => one.key === key)?.waiting || ""}</span>
              </a>
            ))}
          </nav>
        )}
        <Who />
      </aside>
    </>
  );
}

function Who() {
  const who = person.value;
  if (!who) return null;
  return (
    <div class="rail-who">
      <Avatar of="person" name={who.name} size="large" />
      <span class="rail-label">
        <strong>{who.name}</strong>
        <span class="quiet">{who.access}</span>
      </span>
      <a class="button bare normal" href="/settings" aria-label="Settings" title="Settings">
        <Icon name="settings" />
      </a>
    </div>
  );
}

export interface FrameProps {
  /** From outside to inside; the last is this page. */
  crumbs: readonly { label: string; href?: string }[];
  /** What the browser's tab says, if the last crumb does not tell pages of its kind apart. */
  title?: string;
  /** Where the phone's back arrow leads. */
  back?: { label: string; href: string };
  acts?: ComponentChildren;
  /** Beside the page on a wide screen. */
  side?: ComponentChildren;
  sideLabel?: string;
  sideClass?: string;
  /** Below everything on a phone, within reach of the thumb. */
  foot?: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}

/** A page: its bar, its column, and what stands beside it. Each column scrolls for itself. */
export function Frame(props: FrameProps) {
  const { crumbs, back, acts, side, sideLabel, sideClass, foot, class: more, children } = props;
  const main = useRef<HTMLElement>(null);
  const name = crumbs.at(-1)?.label ?? "";
  const title = props.title ?? name;
  const waiting = useCounts().value.value?.waiting ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${title} · Countersign`;
  }, [waiting, title]);
  useEffect(() => {
    main.current?.focus({ preventScroll: true });
  }, []);
  useKeys(
    "Go to",
    back
      ? [{ keys: "Escape", does: `back: ${back.label.toLowerCase()}`, act: () => isWriting() || go(back.href) }]
      : [],
  );
  return (
    <div class={`frame${more ? ` ${more}` : ""}`}>
      <header class="bar">
        <button
          type="button"
          class="button bare bar-menu"
          aria-label="Menu"
          aria-expanded={isMenuOpen.value}
          onClick={() => (isMenuOpen.value = !isMenuOpen.value)}
        >
          <Icon name="menu" size={18} />
        </button>
        {back && (
          <a class="bar-back" href={back.href}>
            <Icon name="left" size={18} />
            {back.label}
          </a>
        )}
        <nav class="crumbs" aria-label="Place">
          {crumbs.map(({ label, href }, index) => (
            <span key={index} class="crumb">
              {index > 0 && <Icon name="right" size={10} />}
              {href === undefined ? <span aria-current="page">{label}</span> : <a href={href}>{label}</a>}
            </span>
          ))}
        </nav>
        <div class="bar-acts">
          <LiveMark />
          {acts}
          <Button
            size="small"
            class="bar-help"
            aria-label="Keys"
            onClick={() => {
              isKeysSheetOpen.value = true;
            }}
          >
            ?
          </Button>
        </div>
      </header>
      <NotLive />
      <div class="columns">
        <main id="main" ref={main} tabIndex={-1} aria-label={name}>
          {children}
        </main>
        {side !== undefined && (
          <aside class={`side${sideClass ? ` ${sideClass}` : ""}`} aria-label={sideLabel ?? "Beside it"} tabIndex={-1}>
            {side}
          </aside>
        )}
      </div>
      {foot}
    </div>
  );
}

/** After a while without a server: of when everything is, and that nothing is sent. */
function NotLive() {
  const state = live.value;
  if (state.live || !wasLive.value || Date.now() - state.since < 2000) return null;
  return (
    <p class="not-live" role="status">
      <Icon name="clock" size={14} />
      <span>
        <strong>Not live.</strong> The server does not answer. What you see is of{" "}
        <At at={new Date(state.since).toISOString()} seconds />; answers wait until it is back.
      </span>
    </p>
  );
}

/** On lists: find and new plan. */
export function ListActs() {
  return (
    <>
      <Button icon="search" keys="/" onClick={find} class="only-wide">
        Find
      </Button>
      {may("author") && (
        <ButtonLink look="sign" keys="n" href="/new" class="only-wide">
          New plan
        </ButtonLink>
      )}
      {may("author") && (
        <a class="button bare only-phone" href="/new" aria-label="New plan">
          <Icon name="plus" size={20} />
        </a>
      )}
    </>
  );
}

/** Whether what is shown is what the server has now; if not, of when it is. */
export function LiveMark() {
  const state = live.value;
  if (!state.live && !wasLive.value) return null;
  if (state.live)
    return (
      <span class="live-mark" role="img" aria-label="live">
        <span class="live-dot" />
        <span aria-hidden="true">live</span>
      </span>
    );
  const seconds = Math.max(0, Math.round((Date.now() - state.since) / 1000));
  return (
    <span class="live-mark lost" title={`The server has not answered for ${seconds} s`}>
      <Icon name="clock" size={14} />
      <span>
        <span class="only-wide">not live, </span>
        <At at={new Date(state.since).toISOString()} />
      </span>
    </span>
  );
}
