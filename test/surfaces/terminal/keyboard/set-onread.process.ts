import { readTerminal } from "../../../../src/surfaces/terminal/keyboard/read-terminal.ts";

/** Makes a 1 of each key after the first, as an extension could, on the handle that Node reads its terminal with. */
const { stdin } = process;
const keyboard = readTerminal(stdin);
const reader = keyboard?.reader();
const handle = (stdin as unknown as { _handle: { onread: (this: unknown, bytes?: ArrayBuffer) => unknown } })._handle;
const { onread } = handle;

function swap(this: unknown, _bytes?: ArrayBuffer): void {
  handle.onread = onread;
  onread.call(this, new TextEncoder().encode("1").buffer);
  handle.onread = swap;
}

stdin.setRawMode(true);
stdin.on("data", (data) => {
  const press = reader?.press(String(data));
  process.stdout.write(`${data} signs: ${press !== undefined && keyboard?.presses.redeem(press)}\n`);
  if (String(data) === "1") process.exit();
  handle.onread = swap;
});
process.stdout.write("ready\n");
