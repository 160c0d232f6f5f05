import { type BotOptions, startBot } from "./bot.ts";
import { REFUSALS } from "./refusals.ts";

/** Connects, and stays until it is stopped. Comes back with an exit code. */
export async function runBot(options: BotOptions): Promise<number> {
  const { log, config } = options;
  const stop = new AbortController();
  // It stays: packages that count the listeners would end the process if there were none.
  const onSignal = () => {
    // The second signal ends the process at once.
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    const bot = await startBot(options);
    log(
      `Connected: ${config.agents.map(({ name }) => name).join(", ")}. Ctrl+C stops it; what waits is shown again at the next start.`,
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

/** Discord says it in its own words; people need to know where to click. */
function whyNot(error: unknown): string {
  const { message = String(error), cause } = error as Partial<Error>;
  if (/disallowed intents/i.test(message)) return REFUSALS[4014];
  if (/invalid token|TokenInvalid|token was provided/i.test(message)) return REFUSALS[4004];
  if (message === "fetch failed") {
    const why = cause instanceof Error ? cause.message : "no answer";
    return `Discord cannot be reached (${why}): look at the network. The connection must be a direct one, without a proxy.`;
  }
  return message;
}
