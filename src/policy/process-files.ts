/**
 * Files through which a process reveals its environment and its memory. The agent's own hold the keys of providers
 * and possibly an approver's token, whose holder counts as a person.
 */
export function isProcessFile(path: string): boolean {
  return PROCESS_FILE.test(path);
}

/** Whether a search below this directory would find such files. */
export function holdsProcessFiles(directory: string): boolean {
  return PROCESS_DIRECTORY.test(directory);
}

/** Whether a text contains the path of one. */
export function namesProcessFile(text: string): boolean {
  return text.includes("/proc") && text.split("\n").some(isNamedIn);
}

// By any way: `/proc/self/root/proc/1/environ` is below /proc, too.
const PROCESS_FILE = /^\/(?:proc\/(?:.*\/)?(?:environ|mem|kcore)|dev\/k?mem)$/;
const PROCESS_DIRECTORY = /^\/(?:proc(?:\/(?:\d+|self|thread-self)(?:\/task(?:\/\d+)?)?)?)?$/;

/** From the first `/proc` of the line on, in one pass: a line can have thousands of them. */
function isNamedIn(line: string): boolean {
  const at = line.search(/\/proc\b/);
  return at >= 0 && /\/(?:environ|mem)\b/.test(line.slice(at + "/proc".length));
}
