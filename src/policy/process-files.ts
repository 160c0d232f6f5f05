/**
 * Files through which a process tells its environment and its memory. In those of the agent itself are the keys of
 * providers and, if a person was careless, the token that makes whoever has it a person.
 */
export function isProcessFile(path: string): boolean {
  return PROCESS_FILE.test(path);
}

/** Would somebody who looks at everything below this directory find such files? */
export function holdsProcessFiles(directory: string): boolean {
  return PROCESS_DIRECTORY.test(directory);
}

/** Whether a text says the path of one, somewhere in it. */
export function namesProcessFile(text: string): boolean {
  return text.includes("/proc") && text.split("\n").some(isNamedIn);
}

// Whatever leads there: `/proc/self/root/proc/1/environ` is below /proc, too.
const PROCESS_FILE = /^\/(?:proc\/(?:.*\/)?(?:environ|mem|kcore)|dev\/k?mem)$/;
const PROCESS_DIRECTORY = /^\/(?:proc(?:\/(?:\d+|self|thread-self)(?:\/task(?:\/\d+)?)?)?)?$/;

/** From the first `/proc` of the line on, in one pass: a line can have thousands of them. */
function isNamedIn(line: string): boolean {
  const at = line.search(/\/proc\b/);
  return at >= 0 && /\/(?:environ|mem)\b/.test(line.slice(at + "/proc".length));
}
