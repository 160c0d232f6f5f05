import { type BotOptions, startBot } from "./bot.ts";
import { REFUSALS } from "./refusals.ts";

/** Runs the bot until a signal stops it or Discord refuses it. Returns the exit code. */
export async function runBot(options: BotOptions): Promise<number> {
  const { log, config } = options;
  const stop = new AbortController();
  // The listener stays: some packages end the process if a signal has none.
  const onSignal = () => {
    // The second signal ends the process at once.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    const bot = await startBot(options);
    log(
      `Connected: ${config.agents.map(({ name }) => name).join(", ")}. Ctrl+C stops the bot; open requests are shown again at the next start.`,
    );
    const refused = await Promise.race([bot.refused, stopped(stop.signal)]);
    await bot.close();
    if (refused === undefined) return 0;
    log(refused);
    return 1;
  } catch (error) {
    log(whyNot(error));
    return 1;
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

function stopped(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

/** Adds to Discord's errors where to click. */
function whyNot(error: unknown): string {
  const { message = String(error), cause } = error as Partial<Error>;
  if (/disallowed intents/i.test(message)) return REFUSALS[4014];
  if (/invalid token|TokenInvalid|token was provided/i.test(message)) return REFUSALS[4004];
  if (message === "fetch failed") {
    const why = cause instanceof Error ? cause.message : "no answer";
    return `Discord cannot be reached (${why}): check the network. The bot needs a direct connection, without a proxy.`;
  }
  return message;
}
