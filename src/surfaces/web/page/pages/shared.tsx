import { useEffect, useRef, useState } from "preact/hooks";
import { type OpenedLink, openLink } from "../../../../picture/shared-link.ts";
import { sharedPlanBody } from "../../../../picture/shared-plan-html.ts";
import { SHARED_PLAN_STYLE } from "../../../../picture/shared-plan-style.ts";
import { Mark } from "../parts/mark.tsx";
import { Empty, Loading, Notice } from "../parts/states.tsx";
import "./shared/shared.css";

/** A plan out of the fragment of a link, which no server has seen: a copy, and unverified. It needs no session. */
export function SharedPage() {
  const [opened, open] = useState<OpenedLink>();
  useEffect(() => {
    const read = (): void => void openLink(location.hash).then(open);
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  useEffect(() => {
    document.title = `${opened?.shared ? `${opened.shared.plan.title}, a copy` : "A shared plan"} · Countersign`;
  }, [opened]);
  if (!opened) return <Loading />;
  return (
    <div class="shared-page">
      <header class="shared-note">
        <a href="/" aria-label="Countersign">
          <Mark />
        </a>
        {opened.shared && (
          <Notice title="A copy out of a link, and unverified.">
            The person who made the link may have changed anything in it. To be sure, compare the digest with the one
            that Countersign shows for <code>{opened.shared.plan.id}</code>.
          </Notice>
        )}
      </header>
      {opened.shared ? (
        <Copy shared={opened.shared} />
      ) : (
        <main>
          <Empty title="This link cannot be read">
            <p>{opened.problem}</p>
          </Empty>
        </main>
      )}
    </div>
  );
}

/** In a tree of its own: the styles of the page and of the copy do not meet. All text in it is escaped. */
function Copy({ shared }: { shared: NonNullable<OpenedLink["shared"]> }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const styles = new CSSStyleSheet();
    styles.replaceSync(SHARED_PLAN_STYLE);
    root.adoptedStyleSheets = [styles];
    root.innerHTML = sharedPlanBody(shared).markup;
  }, [shared]);
  return <div ref={host} />;
}
