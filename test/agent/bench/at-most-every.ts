/** What is told again and again is done once for all that was told meanwhile: to look at a screen starts a process. */
export function atMostEvery(milliseconds: number, act: () => void): (() => void) & { stop(): void } {
  let planned: NodeJS.Timeout | undefined;
  const later = () => {
    planned ??= setTimeout(() => {
      planned = undefined;
      act();
    }, milliseconds);
  };
  return Object.assign(later, { stop: () => clearTimeout(planned) });
}
