/** What to do when Discord closes the gateway for good, by its close code. */
export const REFUSALS = {
  4004: "Discord refuses the token: reset it in the Developer Portal (Bot, Reset Token) and save the new one.",
  4014: "Discord refuses: switch on the Message Content intent of the application (Developer Portal, Bot, Privileged Gateway Intents).",
} as const;

export function refusalOf(code: number): string {
  return REFUSALS[code as keyof typeof REFUSALS] ?? `Discord has closed the connection for good (${code}).`;
}
