/** A key that a person pressed at the terminal of this process. It makes a person once. */
export interface KeyPress {
  readonly isKeyPress: true;
}

/** The presses of one keyboard. */
export interface KeyPresses {
  /** Whether it is one of them that nobody has used yet; it is used now. */
  redeem(press: KeyPress): boolean;
}

/** Never rename it, nor what is behind it: copies and versions of this package meet here, in one process. */
const LOCK = Symbol.for("countersign.key-presses");

interface Lock {
  presses(): KeyPresses;
  /** Another keyboard in the place of this one, if the owner of this one has opened the lock. */
  replace(next: KeyPresses): Open | undefined;
}

/** Lets one other keyboard take over: when pi loads its extensions again, a new copy of this package may come. */
export type Open = () => void;

const locked: { readonly [LOCK]?: Lock } = process as never;

/**
 * From now on nothing but a press of this keyboard, or a token, makes a person in this process, for other copies of this
 * package too. Nothing is returned if the process belongs to another keyboard.
 */
export function trustOnly(presses: KeyPresses): Open | undefined {
  const lock = locked[LOCK];
  if (lock !== undefined) return lock.replace(presses);
  let [current, isOpen] = [presses, false];
  const opener = (owner: KeyPresses) => () => {
    if (current === owner) isOpen = true;
  };
  const replace: Lock["replace"] = (next) => {
    if (!isOpen) return undefined;
    [current, isOpen] = [next, false];
    return opener(next);
  };
  // Not configurable: an extension that is loaded later can neither remove nor replace it.
  Object.defineProperty(process, LOCK, { value: Object.freeze({ presses: () => current, replace }) });
  return opener(presses);
}

/** The only keyboard whose presses make persons in this process, if there is one. */
export function trustedPresses(): KeyPresses | undefined {
  return locked[LOCK]?.presses();
}
