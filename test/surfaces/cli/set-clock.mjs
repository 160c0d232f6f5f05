// Loaded before the program: its clock differs by the milliseconds in a file, which a test changes while it runs. The time
// since the boot and the steady clock of Node stay as they are, as when somebody sets the clock of a machine.
import { readFileSync } from "node:fs";

const System = Date;
const ahead = () => Number(readFileSync(process.env.TEST_CLOCK_FILE ?? "", "utf8"));

globalThis.Date = class extends System {
  constructor(...given) {
    super(...(given.length === 0 ? [System.now() + ahead()] : given));
  }

  static now() {
    return System.now() + ahead();
  }
};
