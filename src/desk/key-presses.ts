/** A key that a person pressed at the terminal of this process. It authenticates one act. */
export interface KeyPress {
  readonly isKeyPress: true;
}

/** The presses of one keyboard. */
export interface KeyPresses {
  /** Whether it is one of these presses and unused; it is used now. */
  redeem(press: KeyPress): boolean;
  /** Whether other code has replaced the reader of the terminal; from then on no press counts. */
  isBroken?(): boolean;
}

/** Never rename it, nor its value: copies and versions of this package share it in one process. */
const LOCK = Symbol.for("countersign.key-presses");

interface Lock {
  /** Undefined once the process has turned out to have no person at its terminal. */
  presses(): KeyPresses | undefined;
}

const locked: { readonly [LOCK]?: Lock } = process as never;

/**
 * From now on only a press of this keyboard, or a token, authenticates a person in this process, also for other
 * copies of this package. A later copy, as after an update and `/reload`, does not take over: no code can prove to
 * the first one that it is not another extension. Returns a function that ends it, for a process that turns out to be
 * driven by a client or a script; undefined if the process trusts another keyboard.
 */
export function trustOnly(presses: KeyPresses): (() => void) | undefined {
  if (locked[LOCK] !== undefined) return undefined;
  let current: KeyPresses | undefined = presses;
  // Not configurable: an extension that is loaded later can neither remove nor replace it.
  Object.defineProperty(process, LOCK, { value: Object.freeze({ presses: () => current }) });
  return () => {
    current = undefined;
  };
}

/** The only keyboard whose presses authenticate persons in this process, if there is one. */
export function trustedPresses(): KeyPresses | undefined {
  return locked[LOCK]?.presses();
}
