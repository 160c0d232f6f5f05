import { singleKeys } from "../keys.ts";

const SHOWN: Record<string, string> = {
  Enter: "⏎",
  Escape: "esc",
  "Ctrl+Enter": "ctrl ⏎",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** The key beside a control. Readers hear the control's name only. */
export function Kbd({ keys }: { keys: string }) {
  const isSingle = keys.length === 1 || keys.includes(" ");
  if (isSingle && !singleKeys.value) return null;
  return (
    <span class="kbd" aria-hidden="true">
      {SHOWN[keys] ?? keys}
    </span>
  );
}
