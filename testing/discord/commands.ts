import { type Fields, isFields } from "./limits/form.ts";
import type { Snowflakes } from "./snowflakes.ts";

/** A command or a part of one, as a bot registered it. */
export interface CommandPart extends Fields {
  readonly name: string;
  readonly type?: number;
  readonly required?: boolean;
  readonly autocomplete?: boolean;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly options?: readonly CommandPart[];
}

export interface Command extends CommandPart {
  readonly id: string;
}

/** The commands that the bot registered, for every guild or for this one. */
export class Commands {
  readonly #ids: Snowflakes;
  readonly #application: string;
  readonly #scopes = new Map<string, Command[]>();

  constructor(ids: Snowflakes, application: string) {
    this.#ids = ids;
    this.#application = application;
  }

  /** All of a scope: `global`, or the id of a guild. */
  of(scope: string): readonly Command[] {
    return this.#scopes.get(scope) ?? [];
  }

  get all(): Command[] {
    return [...this.#scopes.values()].flat();
  }

  /** They take the place of those there were; one of the same name keeps its id. */
  replace(scope: string, commands: readonly unknown[]): readonly Command[] {
    const before = this.of(scope);
    const now = commands.filter(isFields).map((command) => this.#complete(scope, command as CommandPart, before));
    this.#scopes.set(scope, now);
    return now;
  }

  remove(scope: string, id: string): boolean {
    const before = this.of(scope);
    this.#scopes.set(
      scope,
      before.filter((command) => command.id !== id),
    );
    return before.length !== this.of(scope).length;
  }

  #complete(scope: string, command: CommandPart, before: readonly Command[]): Command {
    const id = before.find(({ name }) => name === command.name)?.id ?? this.#ids.next();
    const place = scope === "global" ? {} : { guild_id: scope };
    const defaults = { type: 1, options: [], default_member_permissions: null, nsfw: false };
    return { ...defaults, ...command, id, application_id: this.#application, version: this.#ids.next(), ...place };
  }
}
