import { signal } from "@preact/signals";
import { Icon, type IconName } from "./icon.tsx";

interface Said {
  id: number;
  words: string;
  icon: IconName;
}

const toasts = signal<readonly Said[]>([]);
const polite = signal("");
const assertive = signal("");
let count = 0;
let politeAt = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;

/** Says what an act did: on the screen for a few seconds, and to readers. */
export function say(words: string, icon: IconName = "check"): void {
  const said = { id: ++count, words, icon };
  toasts.value = [...toasts.value, said].slice(-3);
  setTimeout(() => {
    toasts.value = toasts.value.filter(({ id }) => id !== said.id);
  }, 5000);
  announce(words);
}

/** Says a live change to readers only: at most one sentence in five seconds, the newest. */
export function announce(words: string): void {
  clearTimeout(waiting);
  const wait = Math.max(0, politeAt + 5000 - Date.now());
  waiting = setTimeout(() => {
    politeAt = Date.now();
    polite.value = words;
  }, wait);
}

/** Says at once that something new waits for the person. */
export function interrupt(words: string): void {
  assertive.value = words;
}

export function Said() {
  return (
    <>
      <div class="visually-hidden" role="status">
        {polite.value}
      </div>
      <div class="visually-hidden" role="alert">
        {assertive.value}
      </div>
      <div class="toasts" aria-hidden="true">
        {toasts.value.map(({ id, words, icon }) => (
          <div key={id} class="toast">
            <Icon name={icon} />
            <span>{words}</span>
          </div>
        ))}
      </div>
    </>
  );
}
