import type { KeyPress, KeyPresses } from "../../../desk/key-presses.ts";
import { Sequences } from "./sequences.ts";

// Taken at load: extensions that are loaded later can change what all strings inherit.
const indexOf = Function.prototype.call.bind(String.prototype.indexOf) as (text: string, part: string) => number;
const slice = Function.prototype.call.bind(String.prototype.slice) as (text: string, from: number) => string;
const now = performance.now.bind(performance);
const later = setImmediate;

/** Keys are handled as they arrive; pi waits a moment where one may be the beginning of a longer one. */
const QUIET_MS = 2_000;
const LONGEST = 1_000_000;
/** Stands around each key: half a character, which no decoder of UTF-8 gives. */
const EDGE = "\ud800";

/**
 * The keys that arrived from the terminal of late. An extension can call whatever pi calls when a key is pressed: a key is
 * one only if it is found here, whole. Each reader finds it once, and none that arrived before the reader was there.
 */
export class Keyboard {
  readonly presses: KeyPresses = Object.freeze({
    redeem: (press: KeyPress) => !this.#isBroken() && Press.redeem(press, this),
    isBroken: () => this.#isBroken(),
  });
  readonly #isBroken: () => boolean;
  readonly #sequences = new Sequences((sequence) => {
    this.#text += sequence + EDGE;
  });
  #text = EDGE;
  /** How much had arrived before what is kept. */
  #dropped = 0;
  #last = 0;

  constructor(isBroken: () => boolean = () => false) {
    this.#isBroken = isBroken;
  }

  /** Text has arrived from the terminal. */
  arrived(text: string): void {
    this.#forget();
    this.#sequences.read(text);
    if (this.#text.length > LONGEST) this.#keepFrom(this.#text.length - LONGEST);
    this.#last = now();
  }

  reader(): KeyReader {
    // In a turn of its own: other code may have put our listener back for this one.
    later(() => this.#isBroken());
    let read = this.#dropped + this.#text.length - 1;
    return {
      press: (data) => {
        this.#forget();
        const from = read > this.#dropped ? read - this.#dropped : 0;
        const at = data === "" ? -1 : indexOf(slice(this.#text, from), EDGE + data + EDGE);
        if (at < 0) return undefined;
        read = this.#dropped + from + at + data.length + 1;
        return new Press(this);
      },
    };
  }

  #forget(): void {
    if (now() - this.#last > QUIET_MS) this.#keepFrom(this.#text.length - 1);
  }

  #keepFrom(at: number): void {
    this.#dropped += at;
    this.#text = slice(this.#text, at);
  }
}

export interface KeyReader {
  /** The press behind what pi calls a key or a paste; nothing if no terminal sent it. */
  press(data: string): KeyPress | undefined;
}

/** A private field cannot be imitated, and no other code can change how it is looked up. */
class Press implements KeyPress {
  readonly isKeyPress = true;
  readonly #keyboard: Keyboard;
  #isUsed = false;

  constructor(keyboard: Keyboard) {
    this.#keyboard = keyboard;
  }

  static redeem(press: object, keyboard: Keyboard): boolean {
    if (!(#isUsed in press) || press.#isUsed || press.#keyboard !== keyboard) return false;
    press.#isUsed = true;
    return true;
  }
}
