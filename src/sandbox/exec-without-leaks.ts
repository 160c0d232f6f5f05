/**
 * Lines for sh that start `"$@"` with no open descriptor but input, output, errors, and those in `$kept` (one digit each).
 * A parent of ours may have left others open, and a descriptor leads past every mount. A plain sh can close those of one
 * digit only: bash, whose path is in `$bash`, is started for the rest, where there are any.
 */
export const EXEC_WITHOUT_LEAKS = `
leaks=
for fd in /proc/self/fd/*; do
  fd=\${fd##*/}
  case $fd in
    *[!0-9]*) echo "countersign: open descriptors cannot be listed" >&2; exit 1 ;;
    [012$kept]) ;;
    [0-9]) eval "exec $fd>&-" ;;
    *) leaks="$leaks $fd>&-" ;;
  esac
done
[ -z "$leaks" ] || exec "$bash" --norc --noprofile -p -c "exec \\"\\$@\\"$leaks" bash "$@"
exec "$@"
`.trim();
