/**
 * Where an answer is sent: a channel or a thread. It never pings. An error may have a `status` (of HTTP) and `retryAfterMs`;
 * the caller tries again where that may help.
 */
export interface Place {
  /** Sent again with the same nonce it is still one message, and the one that was sent first is answered with. */
  send(text: string, nonce: string): Promise<{ id: string }>;
  edit(id: string, text: string): Promise<void>;
  typing(): Promise<void>;
}
