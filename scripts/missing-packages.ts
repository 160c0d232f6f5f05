// Prints the Debian packages of the programs that tests need and this machine lacks.
import { missingPrograms, packagesFor } from "../test/system-programs.ts";

console.log(packagesFor(missingPrograms(), "Debian").join(" "));
