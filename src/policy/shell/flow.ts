import { Scope } from "./scope.ts";

/** The place a walk through a script has reached, and what is certain there. */
export class Flow {
  scope: Scope;

  constructor(directories: readonly string[] | undefined) {
    this.scope = new Scope(directories);
  }

  /** Something that may not run: what it assigns is not certain afterwards. */
  maybe(visit: () => void): void {
    const certain = this.scope.copy();
    visit();
    this.scope.forget(certain);
  }

  /** Something that runs in a shell of its own: nothing it does to the shell lasts. */
  apart(visit: () => void): void {
    const { scope } = this;
    this.scope = scope.copy();
    visit();
    this.scope = scope;
  }

  /** Something that may run again and again: where it goes the second time is not known. */
  again(visit: () => void): void {
    this.maybe(() => {
      const before = this.scope.directories;
      visit();
      if (this.scope.directories === before) return;
      this.scope.directories = undefined;
      visit();
    });
  }

  /** Something that may run from anywhere, at any time: the body of a function. */
  anywhere(name: string, visit: () => void): void {
    const { scope } = this;
    this.scope = new Scope(undefined, undefined, scope.functions, name);
    visit();
    this.scope = scope;
  }
}
