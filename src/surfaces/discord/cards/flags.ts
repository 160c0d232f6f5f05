/** What Discord is told of a message as a whole. The numbers are its own; to draw a card nobody has to load discord.js. */
export const FLAGS = {
  /** Only one person sees it. */
  ephemeral: 1 << 6,
  /** It is made of components. This stays so for good. */
  components: 1 << 15,
} as const;
