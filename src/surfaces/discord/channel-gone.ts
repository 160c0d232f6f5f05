/** A channel, or a thread, that was deleted. */
export class ChannelGone extends Error {
  /** Trying again does not help. */
  readonly status = 404;

  constructor(channel: string, options?: ErrorOptions) {
    super(`The channel ${channel} was deleted, or the bot may not see it.`, options);
  }
}
