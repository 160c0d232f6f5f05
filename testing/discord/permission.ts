const BITS = {
  Administrator: 3n,
  ManageChannels: 4n,
  ManageGuild: 5n,
  ViewChannel: 10n,
  SendMessages: 11n,
  ManageMessages: 13n,
  EmbedLinks: 14n,
  AttachFiles: 15n,
  ReadMessageHistory: 16n,
  MentionEveryone: 17n,
  UseApplicationCommands: 31n,
  ManageThreads: 34n,
  CreatePublicThreads: 35n,
  CreatePrivateThreads: 36n,
  SendMessagesInThreads: 38n,
} as const;

export type Permission = keyof typeof BITS;

export function bitsOf(...permissions: readonly Permission[]): bigint {
  return permissions.reduce((bits, name) => bits | (1n << BITS[name]), 0n);
}

export function includes(bits: bigint, permission: Permission): boolean {
  return (bits & (bitsOf("Administrator") | bitsOf(permission))) !== 0n;
}

/** The permissions of every member of a new guild. */
export const EVERYONE = bitsOf(
  "ViewChannel",
  "SendMessages",
  "EmbedLinks",
  "AttachFiles",
  "ReadMessageHistory",
  "UseApplicationCommands",
  "CreatePublicThreads",
  "SendMessagesInThreads",
);

/** Enough to be dangerous: a bot that may ping everybody shows in `pings` what a careless one would do. */
export const OF_THE_BOT =
  EVERYONE | bitsOf("MentionEveryone", "ManageMessages", "ManageThreads", "CreatePrivateThreads");
