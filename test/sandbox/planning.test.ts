import { once } from "node:events";
import { chmodSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasFilter, IMPLEMENTATIONS, isMissing } from "./implementations.ts";
import { Playground, USERS } from "./playground.ts";

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation)).each(USERS)(`the planning sandbox of ${implementation}, as %s`, (user) => {
    let ground: Playground;
    beforeEach(() => {
      ground = new Playground(user, implementation);
    });
    afterEach(() => ground.remove());

    it("lets a command look at everything", () => {
      ground.write("project/a b\n日本/ü.txt", "found\n");
      const [read, list, outside] = ground.planning(
        "cat */ü.txt",
        "ls /etc /usr >/dev/null && echo ok",
        "cat ../outside/file",
      );
      expect([read?.out, list?.out, outside?.out]).toEqual(["found\n", "ok\n", "outside\n"]);
    });

    it("lets nothing be written anywhere, whatever is tried", () => {
      symlinkSync("../outside/file", join(ground.project, "link"));
      symlinkSync("../outside", join(ground.project, "there"));
      const { pid } = process;
      const attempts = [
        "touch new",
        "echo x > file",
        "echo x >> file",
        "echo x > link",
        "echo x > there/new",
        "echo x > /proc/self/cwd/new",
        "exec 5<file; echo x > /dev/fd/5",
        "echo x > /proc/self/root$PWD/new",
        "mkdir d",
        "rm -f file",
        "mv file moved",
        "chmod 777 file",
        "chmod u+s file",
        "touch -d 2001-01-01 file",
        "ln file hard",
        "ln -s / soft",
        "truncate -s 0 file",
        "mkfifo pipe",
        "dd if=/dev/zero of=file count=1 conv=notrunc",
        "cp /bin/true there/true",
        `echo x > ${ground.home}/.bashrc`,
        `touch ${ground.outside}/new ${ground.root}/new ${ground.secret}/new`,
        "cd /; mount -o remount,rw,bind / && touch $OLDPWD/new",
        "mount -o remount,rw,bind $PWD $PWD; touch new",
        "mount --bind ../outside $PWD; touch new",
        `umount ${ground.secret}; touch ${ground.secret}/new`,
        "umount -l /tmp /run /",
        `unshare -Urm sh -c 'mount -o remount,rw,bind /; touch ${ground.project}/new'`,
        `unshare -U sh -c 'mount -o remount,rw,bind /; touch ${ground.project}/new'`,
        `unshare -m sh -c 'mount -o remount,rw,bind /; touch ${ground.project}/new'`,
        `nsenter -t ${pid} -m touch ${ground.project}/new`,
        "for p in /proc/[0-9]*; do touch $p/root$PWD/new $p/cwd/new; done",
        `touch /proc/${pid}/root${ground.project}/new`,
        `chroot /proc/${pid}/root touch ${ground.project}/new`,
        "(sleep 0.05; touch new) & disown",
        "setsid nohup sh -c 'sleep 0.05; touch new' >/dev/null 2>&1 &",
        `${process.execPath} -e 'require("fs").writeFileSync("new", "x")'`,
        "git init . && git commit --allow-empty -m x",
        "mknod null c 1 3",
        "setfattr -n user.x -v y file",
        'perl -e \'open F, "+<", "file" and print F 1; utime 1, 1, "file"; chmod 0, "file"\'',
      ];
      const before = ground.fingerprint();
      const results = ground.planning(...attempts.map((attempt) => `${attempt}\necho ran`));
      expect(results.filter(({ out }) => !out.includes("ran"))).toEqual([]);
      expect(ground.fingerprint()).toEqual(before);
    });

    it("lets nobody change the machine's settings, not even root", () => {
      // What is written is what is there, so that a hole shows and hurts nobody.
      const write = 'f=/proc/sys/vm/swappiness; v=$(cat $f) && echo "$v" > $f && echo wrote';
      const [wrote, remounted] = ground.planning(write, `mount -o remount,rw /proc; ${write}`);
      expect([wrote?.out, remounted?.out]).toEqual(["", ""]);
      expect(wrote?.err).toContain("/proc/sys/vm/swappiness");
    });

    it("gives a command no rights it could regain", () => {
      const [status] = ground.planning("grep -E 'Cap|NoNewPrivs|Seccomp:' /proc/self/status");
      const zero = "0".repeat(16);
      expect(status?.out.replaceAll("\t", " ")).toBe(
        `CapInh: ${zero}\nCapPrm: ${zero}\nCapEff: ${zero}\nCapBnd: ${zero}\nCapAmb: ${zero}\nNoNewPrivs: 1\nSeccomp: ${hasFilter(implementation) ? 2 : 0}\n`,
      );
    });

    it("shows and reaches no process outside", () => {
      const [seen, reached] = ground.planning(
        "ls /proc | grep -c '^[0-9]'; echo",
        `kill -0 ${process.pid} 2>/dev/null && echo reached; cat /proc/${process.pid}/environ 2>/dev/null | head -c 1`,
      );
      expect(Number(seen?.out)).toBeLessThan(10);
      expect(reached?.out).toBe("");
    });

    it("gives a temp directory that is empty, private and gone afterwards", () => {
      const [wrote, gone] = ground.planning(
        'f=$(mktemp) && echo x > "$f" && cat "$f" && ls -A /tmp /var/tmp /dev/shm | grep -v tmp. ; echo y > /var/tmp/y; echo z > /dev/shm/z',
        "ls -A /tmp /var/tmp /dev/shm",
      );
      expect(wrote?.out).toContain("x\n");
      // Programs of the PATH stay visible, even below /tmp, where a checkout may be.
      const checkout = process.cwd().split("/").filter(Boolean)[1] ?? "";
      expect(gone?.out.replace(`/tmp:\n${checkout}\n`, "/tmp:\n")).toBe("/dev/shm:\n\n/tmp:\n\n/var/tmp:\n");
    });

    it("hides credentials, whether they are files, directories or links, and our own home", () => {
      ground.write("home/.ssh/id_ed25519", "SECRET");
      ground.write("home/.netrc", "SECRET");
      ground.write("home/.pi/agent/auth.json", "SECRET");
      ground.write("outside/elsewhere/credentials", "SECRET");
      symlinkSync(join(ground.outside, "elsewhere"), join(ground.home, ".aws"));
      symlinkSync("/nowhere/at/all", join(ground.home, ".kube"));
      const [direct, all, names] = ground.planning(
        `cat ~/.ssh/* ~/.netrc ~/.pi/agent/auth.json ~/.aws/credentials ${ground.outside}/elsewhere/credentials ${ground.secret}/key; echo done`,
        `grep -r 'SECRET\\|the key' ${ground.root}; echo done`,
        `ls -A ~/.ssh ${ground.secret}`,
      );
      expect([direct?.out, all?.out]).toEqual(["done\n", "done\n"]);
      expect(names?.out).not.toContain("id_ed25519");
      expect(names?.out).not.toContain("key");
    });

    it("reveals what was configured, in a hidden directory too, but never our own home", () => {
      ground.write("home/.ssh/id", "SECRET");
      ground.write("home/.ssh/known_hosts", "host\n");
      ground.write("home/.npmrc", "registry\n");
      const { reveal = [], ...around } = ground.around();
      const [hosts, npm, id, key] = ground.ask(
        {
          kind: "planning",
          ...around,
          reveal: [...reveal, "~/.ssh/known_hosts", "~/.npmrc", ground.secret, join(ground.secret, "key")],
        },
        ["cat ~/.ssh/known_hosts", "cat ~/.npmrc", "cat ~/.ssh/id", `cat ${ground.secret}/key`],
      );
      expect([hosts?.out, npm?.out, id?.out, key?.out]).toEqual(["host\n", "registry\n", "", ""]);
    });

    it("shows a project that lies in something hidden, or contains it", () => {
      ground.write("home/.config/gh/hosts.yml", "SECRET");
      ground.write("home/.config/gh/mine/file", "mine\n");
      const around = { ...ground.around(), kind: "planning" as const };
      const [inner] = ground.ask({ ...around, cwd: join(ground.home, ".config/gh/mine") }, [
        "cat file; cat ../hosts.yml; ls ..",
      ]);
      expect(inner?.out).toBe("mine\nmine\n");
      const [outer] = ground.ask({ ...around, cwd: ground.home }, [
        "ls -d .config; cat .config/gh/hosts.yml; ls .config/gh",
      ]);
      expect(outer?.out).toBe(".config\n");
      const [around_] = ground.ask({ ...around, cwd: ground.root }, ["cat countersign-home/key outside/file"]);
      expect(around_?.out).toBe("outside\n");
    });

    it("refuses to run inside our own home", () => {
      expect(() => ground.ask({ ...ground.around(), kind: "planning", cwd: ground.secret }, ["ls"])).toThrow(
        "Change the directory",
      );
    });

    it("keeps keys out of the environment, and start-up files from shadowing commands", () => {
      ground.write("home/.bashrc", "ls() { echo shadowed; }; export -f ls\n");
      const [env, ls] = ground.planning("env", "ls file");
      expect(env?.out).not.toContain("sk-ant");
      expect(env?.out).toContain("COUNTERSIGN_AGENT=1\n");
      expect(ls?.out).toBe("file\n");
    });

    it("passes on what a command says and how it ended", () => {
      const [failed, killed] = ground.planning("echo out; echo err >&2; exit 7", "kill -TERM $$");
      expect(failed).toMatchObject({ code: 7, out: "out\n", err: "err\n" });
      expect(killed?.code).toBe(128 + 15);
    });

    describe("and other programs", () => {
      const servers: Server[] = [];
      async function serve(where: string | number): Promise<Server> {
        const server = createServer((socket) => socket.end("REACHED"));
        servers.push(server);
        if (typeof where === "number") server.listen(where, "127.0.0.1");
        else server.listen(where);
        await once(server, "listening");
        if (typeof where === "string" && where.startsWith("/")) chmodSync(where, 0o777);
        return server;
      }
      afterEach(() => {
        for (const server of servers.splice(0)) server.close();
      });

      const connect = (to: string) =>
        `${process.execPath} -e 'require("net").connect(${to}).on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code))'`;

      it("cannot be reached by the network, unless it is open", async () => {
        const server = await serve(0);
        const address = server.address();
        const port = typeof address === "object" ? address?.port : 0;
        // The answer comes from this process, so it must not wait for the child.
        const closed = await asked(
          ground,
          { kind: "planning", ...ground.around() },
          connect(`{port: ${port}, host: "127.0.0.1"}`),
        );
        const open = await asked(
          ground,
          { kind: "planning", ...ground.around(), network: true },
          connect(`{port: ${port}, host: "127.0.0.1"}`),
        );
        // Where only perl could have brought it up there is not even a loopback.
        expect([closed, open]).toEqual([hasFilter(implementation) ? "ECONNREFUSED\n" : "ENETUNREACH\n", "REACHED\n"]);
      });

      it("cannot be reached by sockets in the file system, wherever they lie, or without a name", async () => {
        const isFiltered = hasFilter(implementation);
        const abstract = `\0countersign-${process.pid}`;
        await serve(join(ground.project, "s"));
        await serve(join(ground.outside, "s"));
        await serve(abstract);
        for (const network of [false, true]) {
          for (const path of [join(ground.project, "s"), join(ground.outside, "s"), abstract]) {
            const out = await asked(
              ground,
              { kind: "planning", ...ground.around(), network },
              connect(JSON.stringify({ path }).replaceAll("\\u0000", "\\0")),
            );
            if (isFiltered) expect(out).toBe("EPERM\n");
            // Those without a name belong to the network, and without a filter they are as open as it is.
            else expect(out).toBe(path === abstract && network ? "REACHED\n" : "ECONNREFUSED\n");
          }
        }
      });

      it("cannot be reached by sockets in their usual places, even where system calls are not filtered", () => {
        const [run] = ground.planning("ls -A /run /var/run/");
        expect(run?.out.split("\n").filter((line) => /docker|dbus|user|postgres/.test(line))).toEqual([]);
      });
    });
  });

async function asked(ground: Playground, order: Parameters<Playground["start"]>[0], command: string): Promise<string> {
  const child = ground.start(order, command);
  let out = "";
  child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  await once(child, "close");
  return out.split("[{")[0] ?? "";
}

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation))(`a project in a temp directory, by ${implementation}`, () => {
    let ground: Playground;
    beforeAll(() => {
      ground = new Playground("root", implementation, "/tmp");
    });
    afterAll(() => ground.remove());

    it("is shown, and read-only, while its neighbours are not", () => {
      const before = ground.fingerprint();
      const [inside, beside] = ground.planning(
        "cat file; touch new; echo x > file",
        `ls ${ground.root}; touch ${ground.root}/new`,
      );
      expect([inside?.out, beside?.out]).toEqual(["inside\n", "project\n"]);
      expect(ground.fingerprint()).toEqual(before);
    });
  });
