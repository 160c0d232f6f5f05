import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { agentEnvironment } from "../../../../src/sandbox/environment.ts";
import { attachmentsDirectory } from "../../../../src/surfaces/discord/conversation/attachments-directory.ts";
import {
  type Attachment,
  type SaveOptions,
  safeFileName,
  saveAttachments,
} from "../../../../src/surfaces/discord/conversation/save-attachments.ts";
import { afterTest } from "../../../agent/bench/after-test.ts";

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "countersign-attachments-")), "channel");
});
afterEach(() => rmSync(dirname(directory), { recursive: true, force: true }));

const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(64)]);

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  afterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function save(attachments: Attachment[], more: Partial<SaveOptions> = {}) {
  return saveAttachments(attachments, { directory, message: "42", fetch, now: 0, takesImages: true, ...more });
}

describe("files that come with a message", () => {
  it("are kept for the agent alone, each with what the model may see at once", async () => {
    const files: Record<string, Buffer> = {
      "/a": Buffer.from("hello"),
      "/b": PNG,
      "/c": Buffer.from([0, 1, 2]),
      "/d": Buffer.from("x".repeat(20_000)),
    };
    const url = await serve(({ url: path = "" }, response) => response.end(files[path]));
    const given = Object.keys(files).map((path) => ({ name: "../../notes.txt", url: url + path, size: 1 }));
    const saved = await save(given);
    expect(saved).toMatchObject([
      { name: "notes.txt", text: "hello" },
      { name: "notes-2.txt", image: { mimeType: "image/png", data: PNG.toString("base64") } },
      { name: "notes-3.txt", size: 3 },
      { name: "notes-4.txt", size: 20_000 },
    ]);
    expect(
      saved
        .slice(2)
        .flatMap((one) => Object.keys(one))
        .sort(),
    ).toEqual("name name path path size size".split(" "));
    const [first] = saved;
    const path = first && "path" in first ? first.path : "";
    expect(dirname(dirname(path))).toBe(directory);
    expect(basename(dirname(path))).toMatch(/^42-/);
    expect(readFileSync(path, "utf8")).toBe("hello");
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(directory).mode & 0o077).toBe(0);
  });

  it("are no pictures for a model that sees none", async () => {
    const url = await serve((_, response) => response.end(PNG));
    expect(await save([{ name: "a.png", url, size: 1 }], { takesImages: false })).toMatchObject([{ name: "a.png" }]);
    expect((await save([{ name: "a.png", url, size: 1 }], { takesImages: false }))[0]).not.toHaveProperty("image");
  });

  it("are refused beyond the limit, whatever was said of their size", async () => {
    let sent = 0;
    const url = await serve((_, response) => {
      const more = () => {
        sent += 1;
        if (!response.destroyed) response.write(Buffer.alloc(100_000), more);
      };
      more();
    });
    const [honest, liar] = await save(
      [
        { name: "a", url, size: 5_000_000 },
        { name: "b", url, size: 1 },
      ],
      { largest: 1_000_000 },
    );
    expect(honest).toEqual({ name: "a", missing: "it is larger than 1 MB" });
    expect(liar).toEqual({ name: "b", missing: "it is larger than 1 MB" });
    expect(sent).toBeLessThan(200);
    expect(readdirSync(directory).flatMap((place) => readdirSync(join(directory, place)))).toEqual([]);
  });

  it("that do not come, or come from elsewhere, are told of", async () => {
    const url = await serve(({ url: path }, response) => {
      if (path === "/gone") response.writeHead(404).end();
      if (path === "/away") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
    });
    const saved = await save(
      [
        { name: "a", url: `${url}/gone`, size: 1 },
        { name: "b", url: `${url}/never`, size: 1 },
        { name: "c", url: `${url}/away`, size: 1 },
        { name: "d", url: "file:///etc/passwd", size: 1 },
      ],
      { timeoutMs: 200 },
    );
    expect(saved.map((one) => ("missing" in one ? one.missing : ""))).toEqual([
      "the server answered 404",
      "it did not come within 0 seconds",
      expect.stringContaining("could not be fetched"),
      "it has no address on the web",
    ]);
  });

  it("are not saved behind a link", async () => {
    const elsewhere = join(dirname(directory), "elsewhere");
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, directory);
    const url = await serve((_, response) => response.end("x"));
    expect(await save([{ name: "a", url, size: 1 }])).toMatchObject([{ missing: expect.stringContaining("of ours") }]);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("are taken away after a month", async () => {
    const old = join(directory, "1-abcdef");
    const strange = join(directory, "keys");
    mkdirSync(strange, { recursive: true });
    utimesSync(strange, 0, 0);
    mkdirSync(old, { recursive: true });
    writeFileSync(join(old, "x"), "x");
    utimesSync(old, 0, 0);
    const url = await serve((_, response) => response.end("x"));
    await save([{ name: "a", url, size: 1 }], { now: 29 * 86_400_000 });
    expect(existsSync(old)).toBe(true);
    await save([{ name: "a", url, size: 1 }], { now: 31 * 86_400_000 });
    expect([existsSync(old), existsSync(strange)]).toEqual([false, true]);
  });
});

describe("the directory for them", () => {
  it("is in the user's cache: not in the project, not in our own directory, not in a temp directory", () => {
    expect(attachmentsDirectory("123", { HOME: "/home/ana" })).toMatch(
      /^\/home\/ana\/(?:\.cache|Library\/Caches)\/countersign\/discord\/123$/,
    );
    expect(attachmentsDirectory("../1", { XDG_CACHE_HOME: "/c" })).toBe("/c/countersign/discord/1");
  });
});

const FIT = /^[^._+\-/\\\s\p{C}][^/\\\s\p{C}]*$/u;

const names = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x10ffff }), fc.integer({ min: 0, max: 0x7f })), { maxLength: 100 })
  .map((codes) => String.fromCodePoint(...codes));

describe("a name that a sender chose", () => {
  it.each([
    ["../../etc/passwd", "etc_passwd"],
    ["..", "file"],
    ["", "file"],
    ["-rf", "rf"],
    [".bashrc", "file.bashrc"],
    ["a b\u202e\n.txt", "a_b_.txt"],
    ["C:\\x\\y.png", "C_x_y.png"],
    ["grüße 日本.md", "grüße_日本.md"],
    ["🎉.png", "file.png"],
    ["\ud83d.png", "file.png"],
  ])("%j is %j", (wanted, name) => expect(safeFileName(wanted)).toBe(name));

  it("is short, visible, in its own directory, and unlike the others, whatever it is", () => {
    fc.assert(
      fc.property(fc.array(names, { maxLength: 5 }), (all) => {
        const taken = new Set<string>();
        for (const wanted of all) {
          const name = safeFileName(wanted, taken);
          const isOther = ![...taken].some((one) => one.toLowerCase() === name.toLowerCase());
          expect([FIT.test(name), [...name].length <= 80, isOther]).toEqual([true, true, true]);
          taken.add(name);
        }
      }),
    );
  });
});

describe("the bot's token", () => {
  it("is not in the environment of an agent's commands", () => {
    const env = { DISCORD_TOKEN: "secret", PATH: "/bin" };
    for (const mode of ["planning", "executing"] as const) {
      expect(Object.values(agentEnvironment(env, { mode, project: "/p" }))).not.toContain("secret");
    }
  });
});
