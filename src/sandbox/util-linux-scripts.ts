import { FILTER_FD } from "./bubblewrap.ts";
import { EXEC_WITHOUT_LEAKS } from "./exec-without-leaks.ts";
import { GATE_FD, WAIT_AT_GATE } from "./gate.ts";
import { RUN_AND_LIST } from "./left-processes.ts";

/**
 * Runs as the first process of new namespaces, with all rights in them, for any POSIX shell. Its arguments: four programs, the
 * directory it covers during the set-up, steps up to `--`, the working directory, bash, the descriptors that stay open, a program
 * for the loopback, and what to start. Every mount of the machine is
 * made read-only and without devices; what the steps open is opened; and at the end the kernel's own list is read: a mount that
 * is writable or has devices, that can be reached, and that no step named, ends it all. Nothing has run until then.
 */
export const SET_UP = `
mount=$1 umount=$2 mkdir=$3 ln=$4 stage=$5
shift 5
refuse() { echo "countersign: $1" >&2; exit 1; }
check() {
  ids= loose= fresh=0
  while read -r id parent device root point options rest; do
    case $id$parent in *[!0-9]*) refuse "the list of mounts cannot be read" ;; esac
    eval "parent_$id=\\$parent point_$id=\\$point"
    ids="$ids $id"
    case "$root $rest " in "/ "*" $1 "*) fresh=$((fresh + 1)) ;; esac
    case ",$options," in *,ro,*) ;; *) loose="$loose $id"; continue ;; esac
    case ",$options," in *,nodev,*) ;; *) loose="$loose $id" ;; esac
  done </proc/self/mountinfo
  [ -n "$ids" ] || refuse "the list of mounts is empty"
  [ "$fresh" = "$2" ] || refuse "$fresh of $2 file systems were mounted"
  for id in $loose; do
    eval "point=\\$point_$id"
    case $3 in *" $point "*) ;; *) is_covered "$id" || refuse "$point stays open" ;; esac
  done
}
is_covered() {
  at=$1
  while eval "[ -n \\"\\\${point_$at-}\\" ]"; do
    eval "above=\\$parent_$at here=\\$point_$at"
    for id in $ids; do
      eval "its=\\$parent_$id there=\\$point_$id"
      [ "$its" = "$at" ] && [ "$there" = "$here" ] && return 0
      [ "$id" != "$at" ] && [ "$its" = "$above" ] && case $here in "$there"/*) return 0 ;; esac
    done
    at=$above
  done
  return 1
}
exec 8>/dev/null
{ echo 0 >/proc/sys/user/max_user_namespaces; } 2>&8
"$mount" -a --options-source mtab -o remount,bind,ro,nosuid,nodev 2>&8
"$mount" -t tmpfs -o mode=700 countersign-stage "$stage" || refuse "no file system can be mounted"
"$mount" -o rbind,X-mount.mkdir / "$stage/host" || refuse "the files of the machine cannot be mounted"
"$mount" --options-source mtab -o remount,bind,dev "$stage/host/dev" 2>&8 || {
  "$mount" -o rbind "$stage/host/dev" "$stage/host/dev" && "$mount" --options-source mtab -o remount,bind,dev "$stage/host/dev"
} || refuse "/dev cannot be mounted"
lines=
while [ "$1" != -- ]; do
  case $1 in
    line) lines=$lines$2; shift 2 ;;
    line-if) [ ! -e "$2" ] || lines=$lines$3; shift 3 ;;
    batch) printf %s "$lines" >"$stage/fstab" && "$mount" -a -T "$stage/fstab" || refuse "mounting failed"; lines=; shift ;;
    mount) "$mount" -o "$2" -- "$3" "$4" || refuse "mounting failed"; shift 4 ;;
    turn) "$mount" --options-source mtab -o "$2" -- "$3" || refuse "mounting failed"; shift 3 ;;
    file) { [ -d "\${2%/*}" ] || "$mkdir" -p -- "\${2%/*}"; } && : >"$2" || refuse "mounting failed"; shift 2 ;;
    link) { [ -d "\${3%/*}" ] || "$mkdir" -p -- "\${3%/*}"; } && "$ln" -s -- "$2" "$3" || refuse "linking failed"; shift 3 ;;
    closed) [ ! -w "$2" ] || refuse "$2 stays writable"; shift 2 ;;
    check) "$umount" -l -- "$stage" || refuse "$stage stays covered"; check "$2" "$3" "$4"; shift 4 ;;
    *) refuse "unknown step $1" ;;
  esac
done
cd -- "$2" || refuse "$2 cannot be entered"
bash=$3 kept=$4 ip=$5
shift 5
[ -z "$ip" ] || "$ip" link set lo up || refuse "no loopback"
${EXEC_WITHOUT_LEAKS}
`.trim();

/** For perl: brings up the loopback, takes rights that a later exec could give, and has system calls filtered. */
export const LOCK_DOWN = `
my ($lo, $prctl) = (shift, shift);
if ($lo) {
  my $up = pack("a16 s x22", "lo", 0x41);
  socket(S, 2, 2, 0) && ioctl(S, 0x8914, $up) or die "countersign: no loopback: $!\\n";
  close S;
}
if ($prctl) {
  open(my $f, "<&=", ${FILTER_FD}) or die "countersign: seccomp: $!\\n";
  binmode $f; local $/; my $p = <$f>; close $f;
  length($p) or die "countersign: seccomp: nothing to filter\\n";
  my $program = pack("S x6 P", length($p) / 8, $p);
  syscall($prctl, 38, 1, 0, 0, 0) == 0 && syscall($prctl, 22, 2, $program, 0, 0) == 0 or die "countersign: seccomp: $!\\n";
}
exec { $ARGV[0] } @ARGV or die "countersign: $ARGV[0]: $!\\n";
`.trim();

/** The first process of the pid namespace, without any rights: when the command ends, it ends, and everything else with it. */
export const INIT = `
gate=$1
shift
if [ -n "$gate" ]; then
  ${WAIT_AT_GATE}
  exec ${GATE_FD}>&-
fi
${RUN_AND_LIST}
`.trim();
