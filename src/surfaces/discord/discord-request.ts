import type { RESTOptions } from "discord.js";

/** How long to wait before each further attempt. */
const PAUSES = [100, 300, 600, 1_200, 2_400, 4_800];
const EACH_MS = 15_000;

/** Discord waits three seconds for the answer to a click. */
const PAUSES_OF_A_CLICK = [100, 200, 400, 600];
const EACH_OF_A_CLICK_MS = 1_300;
const CALLBACK = /\/interactions\/\d+\/[^/]+\/callback(?:\?|$)/;
const ALREADY_ACKNOWLEDGED = 40060;

/** A follow-up to a click is tried once: Discord would post a repeated one twice. */
const FURTHER = /\/webhooks\/\d+\/[^/?]+(?:\?|$)/;

/** Longer than all attempts of one request take. */
export const REQUEST_MS = 150_000;

/**
 * Sends a request to Discord, and repeats it for some seconds after a network or server error. A repeated request has no
 * second effect: messages carry a nonce, an interaction is acknowledged once, and an edit twice is the same edit.
 *
 * It uses `fetch`: pi replaces Node's undici for the whole process, and the one of discord.js
 * then cannot send files and waits for ever. NODE_USE_ENV_PROXY=1 makes it use a proxy.
 */
export const discordRequest = (async (url: string, init: RequestInit) => {
  const isClick = CALLBACK.test(url);
  const isFurther = init.method === "POST" && FURTHER.test(url);
  const pauses = isFurther ? [] : isClick ? PAUSES_OF_A_CLICK : PAUSES;
  for (let attempt = 0; ; attempt++) {
    const pause = pauses[attempt];
    try {
      const response = await once(url, init, isClick ? EACH_OF_A_CLICK_MS : EACH_MS);
      // An earlier attempt had arrived.
      if (isClick && attempt > 0 && (await isAcknowledged(response))) return new Response(null, { status: 204 });
      if (response.status < 500 || pause === undefined) return response;
      // Unread answers hold their connection.
      await response.body?.cancel();
    } catch (error) {
      if (pause === undefined || init.signal?.aborted || !isOfNetwork(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}) as unknown as NonNullable<RESTOptions["makeRequest"]>;

function once(url: string, init: RequestInit, ms: number): Promise<Response> {
  const late = AbortSignal.timeout(ms);
  return fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, late]) : late });
}

async function isAcknowledged(response: Response): Promise<boolean> {
  if (response.status !== 400) return false;
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  return code === ALREADY_ACKNOWLEDGED;
}

/** `fetch` gives network errors a cause and names its time-out; any other error is a bug here. */
function isOfNetwork(error: unknown): boolean {
  const { name, cause } = error as Partial<Error>;
  return name === "TimeoutError" || (name === "TypeError" && cause !== undefined);
}
