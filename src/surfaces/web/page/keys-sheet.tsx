import { shownKeys, singleKeys } from "./keys.ts";
import { Kbd } from "./parts/kbd.tsx";
import { Sheet } from "./parts/sheet.tsx";

/** What `?` shows: the keys that hold on this page now. */
export function KeysSheet({ close }: { close(): void }) {
  return (
    <Sheet title="Keys on this page" close={close} isText>
      {singleKeys.value ? (
        <div class="key-groups">
          {shownKeys().map(({ title, acts }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {acts.map(({ keys, does }) => (
                  <div key={keys}>
                    <dt>
                      <span class="visually-hidden">{keys}</span>
                      <Kbd keys={keys} />
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      ) : (
        <p>
          Single keys are off. <a href="/settings">Settings</a> has them on again; everything works with the pointer and
          Tab too.
        </p>
      )}
    </Sheet>
  );
}
