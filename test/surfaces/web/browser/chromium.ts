import { existsSync } from "node:fs";
import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/** Chromium of this machine, or of the package; undefined, loudly, where none can start. */
export async function startChromium(): Promise<Browser | undefined> {
  const own = ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  try {
    const executablePath = own ?? (await sparticuz.executablePath());
    return await chromium.launch({ executablePath, args: ["--no-sandbox", "--font-render-hinting=none"] });
  } catch (error) {
    process.stderr.write(
      `Tests in a browser are skipped: Chromium does not start here. ${String(error).split("\n")[0]}\n`,
    );
    return undefined;
  }
}
