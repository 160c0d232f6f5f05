/** Where in a body: `["components", 0, "label"]`. */
export type Path = readonly (string | number)[];

export interface Problem {
  readonly path: Path;
  readonly code: string;
  readonly message: string;
}

interface Bounds {
  min?: number;
  max: number;
  optional?: boolean;
}

/** A body under examination: collects everything that is wrong with it, as Discord does. */
export class Form {
  readonly problems: Problem[] = [];

  refuse(path: Path, code: string, message: string): void {
    this.problems.push({ path, code, message });
  }

  /**
   * Characters are UTF-16 units here. Discord's API counts code points in some places and units in others; a bot that keeps
   * to units is right in both.
   */
  text(path: Path, value: unknown, bounds: Bounds): void {
    if (this.#isMissing(path, value, bounds)) return;
    if (typeof value !== "string") {
      this.refuse(path, "STRING_TYPE_CONVERT", `Could not interpret "${String(value)}" as string.`);
    } else if ((bounds.min ?? 0) > 0 && value !== "" && value.trim() === "") {
      this.refuse(path, "BASE_TYPE_REQUIRED", "This field is required");
    } else if (!value.isWellFormed()) {
      this.refuse(path, "STRING_TYPE_CONVERT", "Half of a surrogate pair is not a character.");
    } else this.length(path, value.length, bounds);
  }

  /** The elements; none if it is no list, or has too many or too few, which is said alone. */
  list(path: Path, value: unknown, bounds: Bounds): readonly unknown[] {
    if (this.#isMissing(path, value, bounds)) return [];
    if (!Array.isArray(value)) {
      this.refuse(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
      return [];
    }
    return this.length(path, value.length, bounds) ? value : [];
  }

  integer(path: Path, value: unknown, { min = 0, max, optional = false }: Bounds): void {
    if (this.#isMissing(path, value, { max, optional })) return;
    if (!Number.isInteger(value)) this.refuse(path, "NUMBER_TYPE_COERCE", `Value "${String(value)}" is not int.`);
    else if (Number(value) < min)
      this.refuse(path, "NUMBER_TYPE_MIN", `int value should be greater than or equal to ${min}.`);
    else if (Number(value) > max)
      this.refuse(path, "NUMBER_TYPE_MAX", `int value should be less than or equal to ${max}.`);
  }

  /** Whether it is an object of one of these types. */
  typed(path: Path, value: unknown, types: readonly number[]): value is Fields & { type: number } {
    if (!isFields(value)) {
      this.refuse(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
      return false;
    }
    if (types.includes(Number(value["type"]))) return true;
    const listed = types.length === 1 ? `${types[0]},` : types.join(", ");
    this.refuse(path, "UNION_TYPE_CHOICES", `Value of field "type" must be one of (${listed}).`);
    return false;
  }

  url(path: Path, value: unknown, { max = 2048, schemes = ["http:", "https:"] } = {}): void {
    this.text(path, value, { min: 1, max });
    if (typeof value !== "string" || value === "") return;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined) this.refuse(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    else if (!schemes.includes(url.protocol)) {
      const message = `Scheme "${url.protocol.slice(0, -1)}" is not supported. Scheme must be one of ('http', 'https').`;
      this.refuse(path, "URL_TYPE_INVALID_SCHEME", message);
    }
  }

  length(path: Path, length: number, { min = 0, max }: Bounds): boolean {
    if (length <= max && length >= min) return true;
    if (min > 0) this.refuse(path, "BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`);
    else this.refuse(path, "BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`);
    return false;
  }

  #isMissing(path: Path, value: unknown, { optional = false }: Bounds): boolean {
    if (value !== undefined && value !== null) return false;
    if (!optional) this.refuse(path, "BASE_TYPE_REQUIRED", "This field is required");
    return true;
  }
}

/** A JSON object of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Problems as Discord nests them: `{components: {0: {label: {_errors: [{code, message}]}}}}`. */
export function nested(problems: readonly Problem[]): object {
  const root: Nested = {};
  for (const { path, code, message } of problems) {
    let at = root;
    for (const step of path) {
      at[step] ??= {};
      at = at[step] as Nested;
    }
    at["_errors"] = [...((at["_errors"] ?? []) as object[]), { code, message }];
  }
  return root;
}

interface Nested {
  [step: string | number]: Nested | object[];
}
