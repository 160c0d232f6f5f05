import { type KeyPress, type KeyPresses, trustedPresses, trustOnly } from "../../src/desk/key-presses.ts";
import { authenticate, type Claim } from "../../src/desk/persons.ts";

/** A keyboard whose presses are those that it is told of. */
function keyboard(): KeyPresses & { press(): KeyPress } {
  const made = new Set<KeyPress>();
  return {
    redeem: (press) => made.delete(press),
    press: () => {
      const press = { isKeyPress: true } as const;
      made.add(press);
      return press;
    },
  };
}

const [own, other] = [keyboard(), keyboard()];
const facts = { env: {}, at: "2026-11-18T00:00:00.000Z", persons: {}, home: () => Promise.reject() as never };
const said = (claim: Claim, presses?: KeyPresses) => {
  const made = authenticate(claim, { ...facts, presses });
  return made.ok ? made.value.surface : made.refusal.kind;
};
const key = (press: KeyPress | undefined, presses?: KeyPresses) =>
  said({ via: "key", press, id: "ana", name: "ana" }, presses);
const surface = () => said({ via: "surface", surface: "web", id: "ana", name: "ana" });

const before = [said({ via: "terminal" }), surface(), key(own.press(), own), key(own.press()), key(undefined, own)];
const end = trustOnly(own);
const used = own.press();
const trusted = [
  ...[said({ via: "terminal" }), surface(), key(used, own), key(used, own), key(other.press(), other)],
  ...[trustOnly(other) === undefined, trustedPresses() === own],
];
const unlocked = unlock();
const still = [trustedPresses() === own, key(own.press(), own), key(other.press(), other)];
end?.();
const ended = [said({ via: "terminal" }), trustOnly(other) === undefined];
console.log(JSON.stringify({ before, trusted, unlocked, still, ended }));

/** What an extension could call that knows the first copy and everything on the process. */
function unlock(): unknown[] {
  const lock = process[Symbol.for("countersign.key-presses") as never] as Record<string, (next: object) => unknown>;
  return Object.values(lock).map((act) => act({ redeem: () => true }) !== own);
}
