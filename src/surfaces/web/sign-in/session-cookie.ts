/** The cookie of a server. Browsers send cookies to every port of a host, so each server has a name of its own. */
export interface CookieOptions {
  port: number;
  isTls: boolean;
}

const LONGEST_SECONDS = 7 * 24 * 60 * 60;

/** Its secret, if there is exactly one cookie of this name: of two, another site may have set one. */
export function readSessionCookie(header: string | undefined, { port }: CookieOptions): string | undefined {
  const prefix = `countersign_${port}=`;
  const found = (header ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(prefix));
  return found.length === 1 ? found[0]?.slice(prefix.length) : undefined;
}

export function sessionCookie(secret: string, options: CookieOptions): string {
  return cookie(secret, LONGEST_SECONDS, options);
}

export function endedCookie(options: CookieOptions): string {
  return cookie("", 0, options);
}

function cookie(value: string, seconds: number, { port, isTls }: CookieOptions): string {
  const parts = [`countersign_${port}=${value}`, "Path=/", `Max-Age=${seconds}`, "HttpOnly", "SameSite=Strict"];
  return [...parts, ...(isTls ? ["Secure"] : [])].join("; ");
}
