import { describe, expect, it } from "vitest";
import type { KeyPress } from "../../../../src/desk/key-presses.ts";
import { Keyboard } from "../../../../src/surfaces/terminal/keyboard/keyboard.ts";
import { afterTest } from "../../../agent/bench/after-test.ts";

const found = (press: KeyPress | undefined) => press !== undefined;

describe("a keyboard", () => {
  it("finds each key once, in the order in which they came, for every reader", () => {
    const keyboard = new Keyboard();
    const [one, other] = [keyboard.reader(), keyboard.reader()];
    keyboard.arrived("12");
    expect([one.press("2"), one.press("1"), one.press("2")].map(found)).toEqual([true, false, false]);
    expect([other.press("1"), other.press("2"), other.press("1")].map(found)).toEqual([true, true, false]);
  });

  it("finds no key that came before the reader, and none that did not come", () => {
    const keyboard = new Keyboard();
    keyboard.arrived("1");
    const reader = keyboard.reader();
    expect([reader.press("1"), reader.press("\r"), reader.press("")].map(found)).toEqual([false, false, false]);
  });

  it("finds a key behind what pi keeps to itself, and a paste that came in pieces", () => {
    const keyboard = new Keyboard();
    const reader = keyboard.reader();
    for (const text of ["\x1b[?62;4c", "1", "\x1b[200~many wo", "rds\x1b[201~"]) keyboard.arrived(text);
    expect(["1", "\x1b[200~many words\x1b[201~"].map((data) => found(reader.press(data)))).toEqual([true, true]);
  });

  it("makes presses that count once, and only for itself", () => {
    const [keyboard, other] = [new Keyboard(), new Keyboard()];
    const reader = keyboard.reader();
    keyboard.arrived("1");
    const press = reader.press("1") as KeyPress;
    expect(other.presses.redeem(press)).toBe(false);
    expect([keyboard.presses.redeem(press), keyboard.presses.redeem(press)]).toEqual([true, false]);
    for (const fake of [{ isKeyPress: true }, { ...press }, Object.create(press)] as KeyPress[])
      expect(keyboard.presses.redeem(fake)).toBe(false);
  });

  it("does not go by what others have made of strings and sets since it was loaded", () => {
    const { indexOf, slice } = String.prototype;
    const { has } = WeakSet.prototype;
    afterTest(() => {
      String.prototype.indexOf = indexOf;
      String.prototype.slice = slice;
      WeakSet.prototype.has = has;
    });
    const keyboard = new Keyboard();
    const reader = keyboard.reader();
    String.prototype.indexOf = () => 0;
    String.prototype.slice = () => "1";
    WeakSet.prototype.has = () => true;
    const press = reader.press("1");
    const isFake = keyboard.presses.redeem({ isKeyPress: true });
    String.prototype.indexOf = indexOf;
    String.prototype.slice = slice;
    WeakSet.prototype.has = has;
    expect([found(press), isFake]).toEqual([false, false]);
  });
});
