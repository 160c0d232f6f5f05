/** Surfaces on this machine without accounts: a user of the machine is one person at all of them. */
export const LOCAL_SURFACES = ["terminal", "cli", "web", "mcp"];

export function isLocalSurface(surface: string): boolean {
  return LOCAL_SURFACES.includes(surface);
}
