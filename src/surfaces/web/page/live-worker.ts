import { listen } from "./live-connection.ts";

// One connection for all tabs: browsers open only six to a server, and the seventh tab would hang.
interface Tab {
  port: MessagePort;
  at: string;
}

const tabs = new Set<Tab>();
let last: { state: unknown } | undefined;
const connection = listen((message) => {
  if ("state" in message) last = message;
  for (const { port } of tabs) port.postMessage(message);
});

addEventListener("connect", (event) => {
  const [port] = (event as MessageEvent).ports;
  if (!port) return;
  const tab: Tab = { port, at: "" };
  tabs.add(tab);
  port.onmessage = ({ data }: MessageEvent<{ at: string } | { gone: true }>) => {
    if ("gone" in data) tabs.delete(tab);
    else tab.at = data.at;
    connection.look(plansInView());
  };
  port.start();
  // What it fetched before it could hear may be older than what it hears next.
  if (last) port.postMessage({ ...last, again: true });
});

/** Of all tabs: what a step prints is told only to those who look. */
function plansInView(): string {
  return [...new Set([...tabs].map(({ at }) => at).filter((at) => at !== ""))].sort().join(",");
}
