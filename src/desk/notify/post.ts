import type { Notice } from "./notice.ts";

/** Posts the notice; returns the error without the address, which often holds a secret. */
export async function post(url: string, notice: Notice, mostMs: number): Promise<string | undefined> {
  const address = partsOf(url);
  if (address === undefined) return "it is no address";
  const headers = {
    "content-type": "application/json; charset=utf-8",
    ...(address.user !== ":" && { authorization: `Basic ${Buffer.from(address.user).toString("base64")}` }),
  };
  try {
    const answer = await fetch(address.url, {
      method: "POST",
      headers,
      body: JSON.stringify(notice),
      // A redirect would lead to an address that the user did not write.
      redirect: "manual",
      signal: AbortSignal.timeout(mostMs),
    });
    await answer.body?.cancel();
    return answer.ok ? undefined : `${address.host} answered ${answer.status}`;
  } catch (error) {
    return `${address.host} cannot be reached: ${reasonOf(error, mostMs)}`;
  }
}

/** The address may hold a name and password; they are sent as a header. */
function partsOf(written: string): { url: URL; host: string; user: string } | undefined {
  try {
    const url = new URL(written);
    const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    url.username = "";
    url.password = "";
    return { url, host: url.host, user };
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown, mostMs: number): string {
  if (!(error instanceof Error)) return "it failed";
  if (error.name === "TimeoutError") return `no answer within ${mostMs / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.name;
}
