/** A channel, or a thread, that somebody deleted. */
export class ChannelGone extends Error {
  /** Trying again does not help. */
  readonly status = 404;

  constructor(channel: string, options?: ErrorOptions) {
    super(`The channel ${channel} is not there any more, or the bot was never let into it.`, options);
  }
}
