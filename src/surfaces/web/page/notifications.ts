import { computed, signal } from "@preact/signals";
import { kept } from "./kept.ts";
import { onLive } from "./live.ts";
import { interrupt } from "./parts/say.tsx";
import { go } from "./router.ts";

/** The person wants to be told on the desktop when a request opens. */
export const wantsNotifications = kept("notifications", false);

const permission = signal<NotificationPermission | "none">("Notification" in window ? Notification.permission : "none");

/** `off`, `on`, or why they cannot be. */
export const notificationState = computed(() => {
  if (permission.value === "none" || permission.value === "denied") return permission.value;
  return wantsNotifications.value && permission.value === "granted" ? "on" : "off";
});
export const notificationsOffered = computed(() => notificationState.value === "off");

/** Browsers ask only after a click. */
export async function turnOnNotifications(): Promise<void> {
  permission.value = await Notification.requestPermission();
  wantsNotifications.value = permission.value === "granted";
}

onLive((event) => {
  if (event.type !== "request" || event.how !== "opened") return;
  const words = event.words ?? "A request waits for you.";
  interrupt(words);
  if (notificationState.value !== "on" || document.visibilityState === "visible") return;
  const shown = onDesktop(words, event.id);
  if (shown === undefined) return;
  shown.onclick = () => {
    window.focus();
    go("/inbox");
    shown.close();
  };
});

/** Undefined where pages make none: a browser on a phone gives its permission, and then refuses. */
function onDesktop(words: string, request: string): Notification | undefined {
  try {
    // The same tag from every tab: one notification.
    return new Notification("Countersign", { body: words, tag: request, icon: "/icon-192.png" });
  } catch {
    permission.value = "none";
    return undefined;
  }
}
