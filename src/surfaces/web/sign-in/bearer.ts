/**
 * The token that a program shows; a malformed one is not valid. A proxy may ask for a password of its own, and pass it on: that is
 * no token.
 */
export function readBearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^Bearer\b/i.test(authorization)) return undefined;
  return /^Bearer +(\S{1,200})$/i.exec(authorization)?.[1] ?? "";
}
