import fc from "fast-check";
import { seedFrom } from "./seed.ts";

fc.configureGlobal({ seed: seedFrom() });
