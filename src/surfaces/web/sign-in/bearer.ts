/** The token that a program shows. One that is malformed is one that is not valid. */
export function readBearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined;
  return /^Bearer +(\S{1,200})$/i.exec(authorization)?.[1] ?? "";
}
