import { signal } from "@preact/signals";
import { call, type Refusal, signedOut } from "./call.ts";
import { me } from "./store.ts";

/** The code that the address brought, in its fragment, which no server sees. */
const brought = takeCode();
/** Why that code was refused: it was too old, or it was used before. */
export const codeRefusal = signal<Refusal | undefined>(undefined);

/** Signs in with the code of the address, if it brought one. */
export async function takeBroughtCode(): Promise<void> {
  if (brought !== undefined) codeRefusal.value = await signIn({ code: brought });
}

export async function signIn(body: { code: string } | { token: string }): Promise<Refusal | undefined> {
  const answer = await call("signIn", { body });
  if (!answer.ok) return answer.refusal;
  me.value = answer.value;
  signedOut.value = false;
  codeRefusal.value = undefined;
  return undefined;
}

/** A code works once; it must not be found in the address or the history. */
function takeCode(): string | undefined {
  if (location.pathname === "/shared") return undefined;
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code !== null) history.replaceState(null, "", location.pathname + location.search);
  return code ?? undefined;
}
