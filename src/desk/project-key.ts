import { basename } from "node:path";
import { crypto } from "./crypto.ts";

/** A project's name in addresses of the dashboard. Stays the same at its place, and tells projects of one name apart. */
export function projectKey(directory: string): string {
  const slug = basename(directory)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  const hash = crypto().createHash("sha256").update(directory).digest("hex").slice(0, 6);
  return slug === "" ? hash : `${slug}-${hash}`;
}
