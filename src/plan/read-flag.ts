/** `true` or `yes`, `false` or `no`. */
export function readFlag(raw: string): boolean | string {
  if (/^(?:true|yes)$/i.test(raw)) return true;
  return /^(?:false|no)$/i.test(raw) ? false : raw;
}
