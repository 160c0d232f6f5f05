/** Git's error message; `code` is its exit code, or why the system could not start it. */
export class GitFailed extends Error {
  override name = "GitFailed";
  readonly code: number | string | null;
  constructor(code: number | string | null, said: string) {
    super(said);
    this.code = code;
  }
}
