/** The permissions that the bot uses, and no others. */
export const PERMISSIONS = {
  ViewChannel: 1n << 10n,
  SendMessages: 1n << 11n,
  EmbedLinks: 1n << 14n,
  AttachFiles: 1n << 15n,
  ReadMessageHistory: 1n << 16n,
  SendMessagesInThreads: 1n << 38n,
};

/** In a browser it asks for the server that the bot is added to. */
export function inviteLink(applicationId: string): string {
  const bits = Object.values(PERMISSIONS).reduce((all, bit) => all | bit, 0n);
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: "bot applications.commands",
    permissions: String(bits),
  });
  return `https://discord.com/oauth2/authorize?${query}`;
}
