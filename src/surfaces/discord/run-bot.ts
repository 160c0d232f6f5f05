import { type BotOptions, startBot } from "./bot.ts";

/** Connects, and stays until it is stopped. Comes back with an exit code. */
export async function runBot(options: BotOptions): Promise<number> {
  const { log, config } = options;
  const stop = new AbortController();
  const stopped = () => stop.abort();
  for (const signal of SIGNALS) process.once(signal, stopped);
  try {
    const bot = await startBot(options);
    log(
      `Connected: ${config.agents.map(({ name }) => name).join(", ")}. Ctrl+C stops it; what waits is shown again at the next start.`,
    );
    if (!stop.signal.aborted) {
      await new Promise<void>((resolve) => stop.signal.addEventListener("abort", () => resolve(), { once: true }));
    }
    await bot.close();
    return 0;
  } catch (error) {
    log(whyNot(error));
    return 1;
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, stopped);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Discord says it in its own words; people need to know where to click. */
function whyNot(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/disallowed intents/i.test(message)) {
    return "Discord refuses: switch on the Message Content intent of the application (Developer Portal, Bot, Privileged Gateway Intents).";
  }
  if (/token/i.test(message))
    return "Discord refuses the token: reset it in the Developer Portal (Bot, Reset Token) and save the new one.";
  return message;
}
