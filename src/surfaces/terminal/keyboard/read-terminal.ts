import { Keyboard } from "./keyboard.ts";

/** What Node reads a terminal with. */
interface StreamHandle {
  onread: (this: unknown, bytes?: ArrayBuffer) => unknown;
  readonly bytesRead: number;
}

// Taken at load, as in keyboard.ts.
const { apply } = Reflect;

/**
 * The keyboard of this process. It listens where Node hands over what it has read, below the stream: events that are
 * emitted on the stream and text that is pushed into it do not come by there. Nothing is returned where stdin is no terminal.
 */
export function readTerminal(stdin: NodeJS.ReadStream): Keyboard | undefined {
  const handle = (stdin as unknown as { _handle?: StreamHandle })._handle;
  const bytesRead = handle && accessorOf(handle, "bytesRead").get;
  if (!stdin.isTTY || handle === undefined || bytesRead === undefined) return undefined;
  const { get: installed, set: install } = accessorOf(handle, "onread");
  // Once it was not ours, bytes may have come by that nobody counted: it stays broken.
  let isBroken = false;
  const checkBroken = () => {
    isBroken ||= (installed === undefined ? handle.onread : apply(installed, handle, [])) !== read;
    return isBroken;
  };
  const keyboard = new Keyboard(checkBroken);
  const utf8 = new TextDecoder();
  const decode = utf8.decode.bind(utf8);
  const { onread } = handle;
  // Node counts in native code what the system has given it: a call of `onread` that brings nothing new is none of a key.
  let counted = apply(bytesRead, handle, []);
  const read: StreamHandle["onread"] = function (bytes) {
    checkBroken();
    const count = apply(bytesRead, handle, []);
    if (bytes !== undefined && count > counted && count - counted === bytes.byteLength) {
      keyboard.arrived(decode(bytes, { stream: true }));
    }
    counted = count;
    return apply(onread, this, [bytes]);
  };
  handle.onread = read;
  // Code that sets another one and puts ours back around each call is seen when it sets it. Not configurable in Node's own
  // prototype: its setter can still be called, past this one.
  if (installed !== undefined && install !== undefined && !Object.hasOwn(handle, "onread")) {
    const set = (next: StreamHandle["onread"]) => {
      isBroken = true;
      apply(install, handle, [next]);
    };
    Object.defineProperty(handle, "onread", { get: () => apply(installed, handle, []), set });
  }
  return keyboard;
}

interface Accessor<Value> {
  get?: () => Value;
  set?: (value: Value) => void;
}

function accessorOf<Name extends keyof StreamHandle>(handle: StreamHandle, name: Name): Accessor<StreamHandle[Name]> {
  for (let owner: object | null = handle; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const found = Object.getOwnPropertyDescriptor(owner, name);
    if (found?.get !== undefined) return found;
  }
  return {};
}
