const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const ALWAYS = {
  "content-security-policy": CSP,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
};

/** Sets what every answer has. An answer that says nothing of caches is kept by none. */
export function setSecurityHeaders(headers: Headers, isTls: boolean): void {
  for (const [name, value] of Object.entries(ALWAYS)) headers.set(name, value);
  if (isTls) headers.set("strict-transport-security", "max-age=31536000");
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
}
