/**
 * The cookie of a server. Browsers send cookies to every port of a host, so each server has a name of its own. Over TLS its name
 * begins with `__Host-`: a browser takes it from this host alone, so a site beside it under the same domain can put no session of
 * its own in its place.
 */
export interface CookieOptions {
  port: number;
  /** The request came over TLS. */
  isTls: boolean;
}

const LONGEST_SECONDS = 7 * 24 * 60 * 60;

/** Its secret, if there is exactly one cookie of this name: of two, another site may have set one. */
export function readSessionCookie(header: string | undefined, options: CookieOptions): string | undefined {
  const prefix = `${nameOf(options)}=`;
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

function cookie(value: string, seconds: number, options: CookieOptions): string {
  const parts = [`${nameOf(options)}=${value}`, "Path=/", `Max-Age=${seconds}`, "HttpOnly", "SameSite=Strict"];
  return [...parts, ...(options.isTls ? ["Secure"] : [])].join("; ");
}

function nameOf({ port, isTls }: CookieOptions): string {
  return `${isTls ? "__Host-" : ""}countersign_${port}`;
}
