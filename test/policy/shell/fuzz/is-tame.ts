import { CONNECTIONS } from "../../../../src/policy/shell/commands/connections.ts";
import { NETWORK } from "../../../../src/policy/shell/commands/network.ts";
import { SERVICES } from "../../../../src/policy/shell/commands/services.ts";

/**
 * Whether a command line may be run on this machine even if everything that should stop it fails: the worst it can do
 * is to leave a file in the throw-away directory. It errs on the side of not running.
 */
export function isTame(line: string): boolean {
  if (line.length > 2000 || line.includes("\0")) return false;
  // It pages, and does nothing else.
  const paged = line.replace(/\bdmesg (?:-H|--human)(?=\s*(?:[|;&)\n]|$))/g, "less");
  const bare = paged.replace(/\$(?=['"])|['"\\]/g, "");
  return ![paged, bare].some(
    (text) =>
      words(text).some((word) => WILD.has(word)) ||
      LEADS_OUT.test(text) ||
      outside(text) ||
      ENDLESS.test(text) ||
      TALKS.test(text) ||
      CALLS_ITSELF.test(text),
  );
}

function words(text: string): string[] {
  return text.split(/[^\w.+-]+/).flatMap((word) => [word, word.replace(/^[.-]+/, "")]);
}

/** Words that no line may hold: they delete, overwrite, reach other processes or the machine, or take long. */
const WILD = new Set([
  ...[NETWORK, CONNECTIONS, SERVICES]
    .flat()
    .flatMap(({ names }) => names.filter((name) => !["curl", "openssl"].includes(name))),
  ...`rm rmdir unlink shred srm wipe trash mv cp ln link install rename truncate fallocate chmod chown chgrp chattr chcon
  setfacl setfattr delete rsync filter-branch kill pkill killall xkill fuser reboot shutdown halt poweroff init telinit mount umount swapon swapoff sysctl mkfs fdisk
  parted mke2fs losetup modprobe insmod rmmod hostname hostnamectl domainname nisdomainname ypdomainname dmesg sudo su
  doas setsid nohup disown crontab at batch atrm systemctl systemd-run loginctl service launchctl timedatectl localectl
  useradd userdel usermod passwd chpasswd mail sendmail wall write mesg logger docker podman kubectl helm terraform aws
  gcloud az psql createdb dropdb pg_dump postgres mysql redis-cli mongosh sqlite3 npm npx pnpm yarn bun deno pip pip3 uv
  pyenv cargo rustup rustc go gem bundle composer mvn gradle java javac jshell make gmake cmake ninja ctest apt apt-get
  dpkg yum dnf brew snap ssh scp sftp ftp nc ncat socat telnet unshare nsenter chroot bwrap setpriv prlimit renice chrt
  tmux screen script expect gdb lldb perf valgrind ionice blkid lsof updatedb ldconfig of dd yes top htop vmstat iostat
  emacs vim vi nano ex ed lynx code sleep usleep watch journalctl tsc biome systemd-analyze
  ulimit mkswap sfdisk wipefs blockdev hdparm loadkeys setfont openvt chvt dbus-send gdbus busctl gsettings at now
  ip ifconfig route arp netstat ss iptables nft tc lsblk udevadm strace ltrace pstree`.split(/\s+/),
]);

/** Above the throw-away directory, or from the top of the file system. */
const LEADS_OUT = /\.\.\/+\.\.|\.\.[;&\s]+cd\b|(?:^|[\s=<>(,:])\/+(?:[\s;|&)*?,{]|$)|~[\w+-]|\bcd\s*(?:$|[;&|)\n])/;

const KNOWN =
  /^\/(?:dev\/(?:null|stdin|stdout|stderr|fd\/\d)\b|etc\/(?:hostname|hosts|os-release|passwd)\b|proc\/(?:version|uptime|loadavg)\b|(?:usr\/)?bin\/[\w.-]+)/;
const TOP =
  /\/(?:bin|boot|dev|etc|home|lib|lib64|media|mnt|opt|proc|root|run|sbin|srv|sys|tmp|usr|var|work|Users|private|Volumes|Library|System|Applications|nix|cores)(?=\/|\b)/g;

/** Names something by an absolute path that is not known to be harmless to write to, or short to read. */
function outside(text: string): boolean {
  return [...text.matchAll(TOP)].some(
    ({ index }) => !/[\w.*]$/.test(text.slice(0, index)) && !KNOWN.test(text.slice(index)),
  );
}

const ENDLESS =
  /\d{6}|\d[eE]\d|tail\b.*(?:\s-\w*[fF]|--(?:fol|ret|p))|(?:while|until)\s(?!(?:IFS=\S* )?read\s)|for\s*\(\(|\{\d+\.\.\d{4,}|--follow|\bfg\b|select\s/;

const TALKS =
  /\b(?:fetch|pull|push|clone|ls-remote|send-email|request-pull|submodule|svn|p4|instaweb|daemon|maintenance|credential|s_client|s_server|s_time|ocsp|ts)\b|remote\s+(?:show|update|prune)|--remote|(?:https?|ftp|git|ssh):|@[\w.-]+:|\/dev\/(?:tcp|udp)/;

/** Would go on until the machine is full. */
const CALLS_ITSELF = /\b(\w+)\s*\(\)\s*[{(].*\b\1\b.*[})]|function\s+(\w+).*\b\2\b.*\b\2\b/s;
