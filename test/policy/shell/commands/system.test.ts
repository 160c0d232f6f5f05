import { commandTable } from "./command-table.ts";

commandTable("a command that asks the machine", {
  atLeast: 25,
  allowed: `
    date
    date +%s
    date -u +%Y-%m-%dT%H:%M:%SZ
    date -d yesterday +%F
    date -d '2 days ago'
    date -d @0
    date -Iseconds
    date -R
    date -r a.txt
    date -v-1d +%F
    date -j -f %F 2024-01-01 +%s
    date "+$fmt"
    uname -a
    arch
    hostname
    hostname -f
    hostname -I
    whoami
    id -u
    groups
    uptime
    nproc
    getconf PAGE_SIZE
    getent passwd root
    getent hosts localhost
    locale -a
    printenv PATH
    tty
    stty -a
    tput cols
    ps aux
    ps -ef --forest
    pgrep -fl node
    free -h
    lscpu
    kill -l
    cal
    sleep 0
    sysctl -a
    sysctl kernel.hostname
    sysctl -n kern.ostype
    mount
    mount -t ext4
    swapon --show
    fdisk -l
    lsof -i :8080
    lsof -nP -iTCP -sTCP:LISTEN
    lsof -p 1
    ss -tlnp
    ss -s
    ss -tn state established
    netstat -tulpn
    ip a
    ip addr show
    ip -br addr
    ip -4 -o addr show lo
    ip route
    ip r get 127.0.0.1
    ip link show lo
    ifconfig
    ifconfig -a
    ifconfig lo
    arp -an
    route -n
    dmesg
    dmesg -T --level=err
    crontab -l
    lsmod
  `,
  notRun: `
    last -n 5
    journalctl -u nginx -n 50 --no-pager
    journalctl -b -1 -p err
    journalctl --since '1 hour ago'
    systemctl status nginx
    systemctl --user list-units --no-pager
    systemctl is-active nginx
    systemctl list-timers --all
    systemctl
    service nginx status
    service --status-all
    hostnamectl
    timedatectl status
    loginctl list-sessions
    nvidia-smi
    nvidia-smi --query-gpu=name --format=csv
    sw_vers
    launchctl list
    defaults read com.apple.finder
    diskutil list
    scutil --get ComputerName
    pmset -g
    plutil -p a.plist
    networksetup -listallhardwareports
    pbpaste
  `,
  sandboxed: `
    top -b -n 1
    top -bn1
  `,
  refused: `
    ifconfig -a down # changes the interface
    ifconfig -u down
    ifconfig lo down
    ifconfig lo 10.0.0.1
    date -s '2020-01-01' # sets the clock
    date --set=2020-01-01
    date -us 2020
    date 010100002020 # sets the clock
    date 01010000 -j
    date -u 01010000
    date -f %F 2020-01-01 # sets the clock
    date -d x 01010000
    date "$x"
    date -v -s
    uname -S x
    arch -x86_64 touch x
    hostname x # sets the name
    hostname -F x
    hostname -b
    hostname "$x"
    getconf -v ../../tmp/x y
    getent hosts x.example.com
    lastlog -C -u root
    stty sane # changes the terminal
    stty -echo
    tput reset
    tput init
    pmap -N x 1
    sysctl -w a=b
    sysctl a=b # changes settings
    sysctl "$x"
    sysctl -p
    mount /dev/sda1 /mnt
    mount -a
    mount -o remount,rw /
    umount /mnt
    swapon /x
    swapon -a
    fdisk /dev/sda
    lsof -D b x
    lsof +m x
    ss -K dst 1.2.3.4 # closes sockets
    ss -D out
    ss --diag=out
    ss -tK
    netstat -s -z
    ip link set eth0 down
    ip addr add 1.2.3.4 dev lo
    ip route flush all
    ip netns exec x sh
    ip -batch x
    ip -b x
    ip link s
    ip $x
    ip addr $x
    ifconfig eth0 down
    arp -d x
    arp -s a b
    route add x
    dmesg -H # pager
    dmesg -TH # pager
    dmesg --human # pager
    dmesg -c # clears
    dmesg -C
    dmesg --clear
    dmesg -n 1
    crontab x
    crontab -r
    crontab -e
    crontab
    crontab -l x
    journalctl --vacuum-size=1M # journal
    journalctl --rotate
    journalctl --cursor-file=x
    journalctl --flush
    systemctl restart nginx
    systemctl stop nginx
    systemctl -H host status
    systemctl edit x
    systemctl $x
    service nginx restart
    service ../../tmp/x status
    service "$x" status
    hostnamectl set-hostname x
    timedatectl set-time x
    localectl set-locale x
    loginctl terminate-user x
    nvidia-smi -pm 1
    nvidia-smi -r
    nvidia-smi -q -f out
    launchctl load x
    defaults write x y z
    diskutil eraseDisk x
    scutil
    scutil --set ComputerName x
    pmset sleepnow
    plutil -convert json a
    plutil -p a -o b
    networksetup -setairportpower en0 off
    pbcopy
    open .
    xdg-open x
    osascript -e x
    kill 1
    kill -9 1
    kill -l; kill 1
    killall node
    pkill node
    renice 1 1
    reboot
    shutdown now
    sudo ls # another user
    su -c ls
    doas ls
    useradd x
    passwd
    modprobe x
    iptables -L
    logger x
    wall x
    htop
  `,
});
