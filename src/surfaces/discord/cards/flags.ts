/** What Discord is told of a message as a whole. The numbers are Discord's; drawing a card does not load discord.js. */
export const FLAGS = {
  /** Only one person sees it. */
  ephemeral: 1 << 6,
  /** It is made of components. This stays so for good. */
  components: 1 << 15,
} as const;
