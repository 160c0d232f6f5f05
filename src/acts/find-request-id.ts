import type { Desk } from "../desk/desk.ts";
import { inbox } from "../desk/requests.ts";

/** The id of the only open request with this beginning, with or without `PLAN-`; otherwise `name` unchanged. */
export async function findRequestId(desk: Desk, name: string): Promise<string> {
  const begins = [name, `PLAN-${name}`].map((text) => text.toLowerCase());
  const found = (await inbox(desk)).filter(({ id }) => begins.some((text) => id.toLowerCase().startsWith(text)));
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? name : only.id;
}
