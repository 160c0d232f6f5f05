import { VirtualTerminal } from "./review/virtual-terminal.ts";

/** A virtual terminal that can be waited for: a look at the screen follows each time something was written. */
export class WatchedTerminal extends VirtualTerminal {
  #written = Promise.withResolvers<void>();

  override write(data: string): void {
    super.write(data);
    this.#written.resolve();
    this.#written = Promise.withResolvers();
  }

  async see(wanted: string | RegExp): Promise<void> {
    for (;;) {
      const { promise } = this.#written;
      const screen = await this.text();
      if (typeof wanted === "string" ? screen.includes(wanted) : wanted.test(screen)) return;
      await promise;
    }
  }
}
