/** Lines the fuzz found: each was once judged read-only, and changed something. */
export const FOUND: readonly string[] = [
  // Git takes what follows the name for the value, even if it looks like an option.
  "git config --null x.y -f z",
  "git config x.y --null",
  "git config user.name --global",
  "git config x.y --type=bool",
  "git config x.y --get",
  "git config --file .git/config x.y --show-origin",
];
