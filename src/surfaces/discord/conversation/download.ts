export type Fetch = (url: string, init: { signal: AbortSignal; redirect: "error" }) => Promise<Response>;

/** Fetches all bytes of a URL, or returns a short reason, within limits of size and time. */
export async function download(
  url: string,
  { fetch, largest, timeoutMs }: { fetch: Fetch; largest: number; timeoutMs: number },
): Promise<Uint8Array | string> {
  if (!/^https?:\/\//i.test(url)) return "it has no address on the web";
  const tooLate = AbortSignal.timeout(timeoutMs);
  const tooLarge = `it is larger than ${Math.floor(largest / 1_000_000)} MB`;
  try {
    const response = await fetch(url, { signal: tooLate, redirect: "error" });
    if (!response.ok) return refuse(response, `the server answered ${response.status}`);
    if (Number(response.headers.get("content-length") ?? 0) > largest) return refuse(response, tooLarge);
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      length += chunk.length;
      // Leaving the loop cancels the rest.
      if (length > largest) return tooLarge;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (tooLate.aborted) return `it did not come within ${Math.round(timeoutMs / 1000)} seconds`;
    return `it could not be fetched (${error instanceof Error ? error.message : "no reason given"})`;
  }
}

async function refuse(response: Response, why: string): Promise<string> {
  await response.body?.cancel();
  return why;
}
