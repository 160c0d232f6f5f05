/** `1. Read it`, `**2)** …`, `### Step 3: …`, `步骤 1：…`, `第 2 步、…` */
const NUMBERED = /^[\s#*_>-]*(?:step|第|步骤)?\s*(\d{1,2})\s*步?[*_]*\s*[.):：、—-]/iu;
const BULLET = /^\s*[-*•]\s+\S/u;
const PLAN = /\bplan\b|计划|方案/iu;

/**
 * Whether a text reads like a plan: three numbered steps, or fewer under the word "plan". For a reminder, which may be
 * wrong; nothing else depends on it.
 */
export function looksLikePlan(text: string): boolean {
  const lines = text.split("\n");
  let steps = 0;
  for (const line of lines) if (Number(NUMBERED.exec(line)?.[1]) === steps + 1) steps += 1;
  const bullets = lines.filter((line) => BULLET.test(line)).length;
  return steps >= 3 || ((steps >= 2 || bullets >= 3) && PLAN.test(text));
}
