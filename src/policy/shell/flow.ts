import { Scope, type Where } from "./scope.ts";

/** The position of a walk through a script, and what is certain there. */
export class Flow {
  scope: Scope;

  constructor(isApart: (directory: string) => boolean, where: Where) {
    this.scope = new Scope(isApart, where);
  }

  /** A part that may not run: its assignments are not certain afterwards. */
  maybe(visit: () => void): void {
    const certain = this.scope.copy();
    visit();
    this.scope.forget(certain);
  }

  /** A part that runs in a shell of its own: its effects on the shell do not last. */
  apart(visit: () => void): void {
    const { scope } = this;
    this.scope = scope.copy();
    visit();
    this.scope = scope;
  }

  /** Something that may run again and again: also from where it went before, and from where it goes from there. */
  again(visit: () => void): void {
    this.maybe(() => {
      const { scope } = this;
      const { places, isDeeper } = scope;
      visit();
      if (scope.places === places && scope.isDeeper === isDeeper) return;
      const before = scope.places;
      scope.isDeeper = true;
      visit();
      if (scope.places === before) return;
      scope.blur(before ?? []);
      if (scope.places === undefined) visit();
    });
  }

  /** The body of a function, which may run at any time from here on. */
  inBody(name: string, visit: () => void): void {
    const { scope } = this;
    this.scope = scope.body(name);
    visit();
    this.scope = scope;
  }
}
