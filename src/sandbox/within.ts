/** Whether a path is a directory or something below it. Both absolute, links followed. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith("/") ? directory : `${directory}/`);
}
