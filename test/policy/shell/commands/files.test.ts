import { commandTable } from "./command-table.ts";

commandTable("a command about files", {
  atLeast: 12,
  allowed: `
    ls
    ls -la
    ls -la $dir
    ls -d */
    stat -c %s a.txt
    du -sh *
    df -h .
    realpath a.txt
    readlink -f a.txt
    dirname "$0"
    basename a.txt .txt
    which ls
    namei -l a.txt
    findmnt /
    lsblk
    eza -la --git
    file a.txt
    file -b --mime-type a.txt
    file -i ./*
    tree
    tree -L 2
    tree -L2 -a
    tree -aI node_modules -L 3
    tree -I 'node_modules|dist' --dirsfirst
    tree -P '*.ts' --prune src
    tree -J -L 1 .
    xattr -l a.txt
    cp --version
    rm --help
  `,
  sandboxed: "blkid",
  refused: `
    cp a b # writes
    mv a b
    cp --version a
    touch -- --version
    rm a
    rm -rf dir
    mkdir x
    rmdir x
    touch a
    ln -s a b
    install a b
    chmod +x a
    chown a b
    truncate -s0 a
    mktemp
    mkfifo a
    shred a
    unlink a
    rename a b c
    setfacl -m x a
    chattr +i a
    file -C -m x # compiled
    file --compile -m x
    file -m x a
    file -f x
    file -p a.txt
    file -bC
    file *
    tree -o out # writes
    tree -ao out
    tree -aoout
    tree -R -L 1 # 00Tree
    tree -L2o out
    tree -Pfo pat out
    tree -L "$n"
    tree -I -o x
    tree --output x
    xattr -w a b c
    xattr -c a
  `,
});

commandTable("a command about archives", {
  atLeast: 20,
  allowed: `
    tar tf a.tgz
    tar tzf a.tgz
    tar -tzf a.tgz
    tar -tvf a.tgz
    tar tvf a.tgz dir
    tar -t -f ./a.tgz
    tar --list --file=a.tgz
    tar -xOf a.tgz a.txt
    tar xzOf a.tgz a.txt
    tar --extract --to-stdout --file a.tgz a.txt
    tar -tf ./a:b.tgz
    tar tf - < a.tgz
    tar --version
    cat a.tgz | tar -tz
    unzip -l a.zip
    unzip -p a.zip a.txt
    unzip -t a.zip
    unzip -Z1 a.zip
    unzip -lv a.zip
    zipinfo a.zip
    7z l a.7z
    7z l -slt a.7z
    unrar l a.rar
    cpio -it < a.cpio
    gzip -dc a.gz
    gzip -l a.gz
    gzip -t a.gz
    gunzip -c a.gz
    cat a.txt | gzip | wc -c
    gzip -c9 a.txt
    zcat a.gz
    gzip -d < a.gz
    bzcat a.bz2
    bzip2 -dc a.bz2
    xz -dc a.xz
    xz -l a.xz
    xzcat a.xz
    zstd -dc a.zst
    zstd -l a.zst
    zstdcat a.zst
    lz4 -dc a.lz4
    lz4cat a.lz4
    zgrep -i one a.gz
    zdiff a.gz a.gz
  `,
  refused: `
    tar cf x.tar a.txt # writes an archive
    tar -czf x.tgz a.txt
    tar xf a.tgz # extracts
    tar -xzf a.tgz
    tar -xf a.tgz
    tar -xf a.tgz a.txt -O # before the names
    tar --extract --file a.tgz a.txt --to-stdout
    tar rf a.tar b
    tar --delete -f a.tar b
    tar -tf a.tgz --checkpoint=1 --checkpoint-action=exec=x # runs a program
    tar -tf a.tgz --to-command=x
    tar -xOf a.tgz --to-command=x
    tar -tf a.tgz -I x
    tar tIf x a.tgz
    tar -tf a.tgz --use-compress-program=x
    tar -tf a.tgz --use-compress-prog=x
    tar -tf host:a.tgz # another machine
    tar tf host:a.tgz
    tar tf "$f" # another machine
    tar -tf a.tgz --rsh-command=x
    tar -tf a.tgz -F x
    tar -tf a.tgz -T list
    tar -tf a.tgz -g snap
    tar -tf a.tgz --index-file=x
    tar -tMf a.tgz
    tar $x
    tar "$x" a.tgz
    tar
    tar -f a.tgz
    tar -C -x -f a.tgz
    unzip a.zip # extracts
    unzip -d x a.zip
    unzip -l a.zip -d x
    unzip -o a.zip
    unzip -q a.zip
    unzip a.zip -l
    unzip -l --l a.zip
    unzip -l -- --l a.zip # ends nothing
    unzip -p -- --p a.zip
    unzip -t -- --t a.zip
    unzip -v -- a.zip --v
    unzip -l -- --ld vendor a.zip
    unzip -Z -- a.zip
    unzip -q -Z a.zip
    unzip -T a.zip
    zip x.zip a.txt
    7z x a.7z
    7z a a.7z b
    7z l a.7z -ox
    7z l @list
    unrar x a.rar
    ar r a.a b.o
    ar tr a.a
    ar t --plugin=x a.a
    cpio -i < a.cpio
    cpio -o
    cpio -it -F host:x
    gzip a.txt # replaces
    gzip -d a.gz
    gzip -k a.txt
    gunzip a.gz
    gzip a.txt -c
    gzip -rc dir
    bzip2 a.txt
    bzip2 -V a.txt
    bzip2 -t -z a.txt
    xz a.txt
    xz -d a.xz
    xz -t -d a.xz
    xz -ld a.xz
    zstd a.txt
    zstd -dc a.zst -o out # writes
    zstd -t -d a.zst
    zstd --rm -c a.txt
    zstdcat a.zst -o x
    lz4 a.txt out
    lz4 -c a.txt out
    lz4 -d a.lz4
    zcat --gz=x a.gz # runs a program
    zgrep --gz=x one a.gz
    zgrep -c one ./*.gz # shell script
    zgrep "$x" a.gz
    xzgrep one "$f"
    bzgrep one -- "$f" # shell script
    zdiff ./*.gz # shell script
    zgrep one $'a|\\n;e touch marker.gz' # shell script
    compress a.txt
  `,
});

commandTable("a command about programs and packages", {
  atLeast: 0,
  allowed: `
    readelf -h a.txt
    objdump -d a.txt
    objdump -p ./a.txt
    nm -gU a.txt
    size a.txt
    dpkg-query -W -f x bash
    dpkg --print-architecture
    ldd --version
  `,
  notRun: `
    dpkg -l
    dpkg -s bash
    dpkg -L bash
    dpkg -S /bin/ls
    dpkg -l 'python*'
    rpm -qa
    rpm -qi bash
    rpm -q --qf '%{NAME}' bash
    pacman -Q
    pacman -Qi bash
    apk info
    snap list
    brew --prefix
  `,
  sandboxed: `
    dpkg -I x.deb
    dpkg-deb --info x.deb
    apt list --installed
    apt-cache policy bash
    apt show bash
  `,
  refused: `
    ldd a.out # may run
    nm --plugin=x a.o # loads code
    nm @list
    nm -t @list a.o
    objdump -d -j @list a.o
    nm -f "$x" a.o
    nm *
    objdump @x
    dpkg -i x.deb
    dpkg -r bash
    dpkg -l --root=x
    dpkg --unpack x.deb
    rpm -i x.rpm
    rpm -e bash
    rpm --eval '%(touch x)'
    rpm -q --pipe 'sh x' bash
    rpm -qa --eval '%(x)'
    rpm -qp https://x/y.rpm
    rpm -iq x
    apt install x
    apt -o Dir::Bin=x list
    apt-get update
    apt-get install x
    pacman -S x
    pacman -Syu
    pacman -Q --hookdir x
    brew install x
    brew update
    dnf install x
    yum list
    apk add x
    snap install x
  `,
});
