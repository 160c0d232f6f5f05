import { onlyValue } from "../argument.ts";
import type { CommandSpec } from "../command.ts";
import { writer } from "../reader.ts";

const LATER = "name it in the plan; while planning nothing is changed";

/** Commands that change the machine, its users, or what runs on it. */
export const ADMINISTRATION: readonly CommandSpec[] = [
  writer("sudoedit visudo", "changes files of the machine"),
  {
    names: ["kill"],
    level: "READ",
    reason: "lists signals",
    judge({ name, args: [first, ...rest] }, judging) {
      const lists = /^(-l|-L|--list|--table)$/.test(onlyValue(first) ?? "");
      if (lists && rest.every((arg) => /^(SIG)?[A-Z0-9]+$/.test(onlyValue(arg) ?? ""))) return;
      judging.find(first ?? name, "mutating", "kill sends signals to processes", "ps and pgrep show them");
    },
  },
  writer(
    "killall killall5 pkill skill snice renice xkill fuser",
    "sends signals to processes",
    "ps and pgrep show them",
  ),
  writer("shutdown reboot halt poweroff init telinit", "stops the machine"),
  writer(
    "useradd userdel usermod groupadd groupdel groupmod adduser deluser addgroup delgroup passwd chpasswd chsh chfn gpasswd newgrp",
    "changes users",
    LATER,
  ),
  writer(
    "umount swapoff losetup mkfs mkswap fsck parted sfdisk cfdisk wipefs cryptsetup lvm resize2fs tune2fs",
    "changes disks",
    LATER,
  ),
  writer("modprobe insmod rmmod depmod", "changes the kernel", "lsmod and modinfo show its modules"),
  writer(
    "iptables ip6tables nft ufw firewall-cmd tc ethtool iw nmcli brctl",
    "can change the network",
    "ip addr show, ip route show and ss only read",
  ),
  writer("logger wall write mesg", "writes messages to others or to the log"),
  writer("atrm", "changes timed jobs"),
  writer("pbcopy xclip xsel wl-copy clip", "changes the clipboard"),
  writer("open xdg-open gnome-open start osascript say", "starts other programs", "cat or less shows a file"),
  writer("hwclock ntpdate tzselect setterm loadkeys ldconfig", "changes the machine", LATER),
  writer("htop btop glances", "runs until it is stopped, and writes its settings", "ps aux shows processes"),
  writer("dtrace dtruss bpftrace", "looks into other programs and can run commands"),
];
