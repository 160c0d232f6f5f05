import { Keyboard } from "../../../src/surfaces/terminal/keyboard/keyboard.ts";

/**
 * The keyboard of all terminals in memory of this process. Only the test holds it: it is handed to our extension when that
 * is loaded, as the real one is found by it, and other extensions in the session see neither.
 */
export const keyboard = new Keyboard();
