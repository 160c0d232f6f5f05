import { existsSync, readFileSync, watch } from "node:fs";
import { dirname } from "node:path";

/** The JSON in a file, once it is there. */
export function written(file: string): Promise<unknown> {
  return new Promise((resolve) => {
    const look = () => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve(JSON.parse(readFileSync(file, "utf8")));
    };
    const watcher = watch(dirname(file), look);
    look();
  });
}
