import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "#test/helpers/server-process.ts";
import { runCommand } from "./commands.ts";
import { refusalInWords, sizeInWords } from "./in-words.ts";

const before = { ...process.env };
let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "balcao-misuse-"));
});
afterAll(() => {
  process.env = before;
  rmSync(parent, { recursive: true });
});

/** Runs a command on a data directory of the tests; returns its exit code and output. */
async function said(args: readonly string[], env: Record<string, string> = {}) {
  process.env = { ...before, DATA_DIR: join(parent, "none"), LOG_LEVEL: "silent", ...env };
  const out: string[] = [];
  const err: string[] = [];
  const spies = [
    spyOn(console, "log").mockImplementation((line: string) => void out.push(line)),
    spyOn(console, "error").mockImplementation((line: string) => void err.push(line)),
  ];
  const mask = process.umask();
  try {
    return { code: await runCommand(args), out: out.join("\n"), err: err.join("\n") };
  } finally {
    process.umask(mask);
    for (const spy of spies) spy.mockRestore();
  }
}

describe("mistyped command line", () => {
  test("an unknown subcommand prints one line and suggests no internal subcommand", async () => {
    expect(await said(["bakup"])).toEqual({
      code: 2,
      out: "",
      err: "there is no command bakup; balcao help lists all commands",
    });
    const help = await said(["--help"]);
    expect(help.code).toBe(0);
    expect(help.out).toContain("backup verify [--run <name>]");
    expect(help.out).not.toContain("archive-work");
    expect((await said(["help", "restore"])).out).toContain("--dry-run");
    expect((await said(["--version"])).out).toMatch(/^balcao \d+\.\d+\.\d+/);
  });

  test.each([
    [["serve", "--port", "4000"], "Unknown option '--port'", "serve [--dev]"],
    [["migrate", "now"], "now is not a known argument", "migrate"],
    [["version", "--json"], "Unknown option '--json'", "version"],
    [["config"], "the only subcommand is show", "config show"],
    [["backup", "--from", "/mnt"], "Unknown option '--from'", "backup [--company <number>] [--to <folder>]"],
    [["backup", "verfy"], "verfy is not a known argument", "backup verify"],
    [["backup", "list", "--to", "/mnt"], "Unknown option '--to'", "backup list [--from <folder>]"],
    [["restore", "--company"], "argument missing", "restore [--run <name>]"],
    [["create-super"], "--email must be an e-mail address", "create-super --email <address>"],
    [["set-password", "--email", "nobody"], "--email must be", "set-password --email <address> [--link]"],
    [["export-company", "7"], "name the file to write", "export-company <number> <file>"],
    [["import-company"], "name the file to import", "import-company <file>"],
    [["import", "whaticket"], "name the dump", "import whaticket <dump.sql|folder>"],
    [["import", "dump.sql"], "name the system", "import whaticket <dump.sql|folder>"],
    [["install"], "--systemd is required", "install --systemd"],
  ] as const)(
    "wrong arguments (%p) print the error and the usage and create no file",
    async (args, wrong, usage) => {
      const { code, out, err } = await said(args);
      expect([code, out, err.includes(wrong), err.includes(usage)]).toEqual([1, "", true, true]);
      expect(existsSync(join(parent, "none"))).toBe(false);
    },
  );

  test.each([
    [["migrate"]],
    [["backup"]],
    [["rotate-key"]],
    [["restore-company"]],
    [["export-company", "7", "/tmp/none.tar"]],
  ])("%p in a directory without an installation fails and creates no installation", async (args) => {
    const { code, err } = await said(args);
    expect([code, err.includes("there is no installation in")]).toEqual([1, true]);
    expect(existsSync(join(parent, "none"))).toBe(false);
  });
});

describe("error of the machine", () => {
  test("an invalid database file and an address of another machine are reported without a stack", async () => {
    const directory = join(parent, "spoiled");
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(join(directory, "system.sqlite"), "no database at all ".repeat(500));
    const spoiled = await said(["migrate"], { DATA_DIR: directory });
    expect([spoiled.code, spoiled.err]).toEqual([1, expect.stringContaining("balcao doctor names the file")]);
    // An address of the documentation network (RFC 5737), which no machine has.
    const elsewhere = { DATA_DIR: join(parent, "elsewhere"), HOST: "192.0.2.7", PORT: "0" };
    const deaf = await said(["serve"], elsewhere);
    expect([deaf.code, deaf.err]).toEqual([1, expect.stringContaining("has no address 192.0.2.7")]);
  });

  test("an invalid key file starts no server and stays unchanged", async () => {
    const directory = join(parent, "keyless");
    for (const key of ["", " \n", "short"]) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      writeFileSync(join(directory, "secret.key"), key, { mode: 0o600 });
      const refused = await said(["serve"], { DATA_DIR: directory, PORT: "0" });
      expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("secret.key contains no key")]);
      expect(readFileSync(join(directory, "secret.key"), "utf8")).toBe(key);
      rmSync(directory, { recursive: true });
    }
  });

  test.each([
    ["EACCES", "stat", "may not use it"],
    ["ENOSPC", "copyfile", "no space is left"],
    ["EROFS", "open", "can only be read"],
    ["EISDIR", "read", "EISDIR: as the system says it"],
  ])("the message of %s names the file and contains no stack", (code, syscall, words) => {
    const error = Object.assign(new Error(`${code}: as the system says it`), { code, syscall, path: "/x/y" });
    expect(refusalInWords(error)).toContain(words);
    if (code !== "EISDIR") expect(refusalInWords(error)).toContain("/x/y");
  });

  test("a permission error names the user of the machine, not of the environment", () => {
    const error = Object.assign(new Error("EACCES"), { code: "EACCES", syscall: "open", path: "/x/y" });
    spyOn(process, "getuid").mockReturnValueOnce(0);
    process.env = { ...before, USER: "somebody", LOGNAME: "somebody" };
    expect(refusalInWords(error)).toBe("/x/y: the user root who runs this may not use it");
  });

  test("a defect prints its stack", () => {
    expect(refusalInWords(new TypeError("x is not a function"))).toBeNull();
  });

  test.skipIf(process.getuid?.() !== 0)(
    "root does not write into the data directory of another user",
    async () => {
      const directory = join(parent, "theirs");
      mkdirSync(directory, { mode: 0o700 });
      chownSync(directory, 65_534, 65_534);
      const refused = await said(["serve"], { DATA_DIR: directory });
      expect([refused.code, refused.err]).toEqual([
        1,
        expect.stringContaining("sudo -u nobody CONFIG_FILE="),
      ]);
    },
  );
});

test("sizes are printed in units", () => {
  expect([1, 999, 9161, 848_743, 2_050_618, 1_400_000_000].map(sizeInWords)).toEqual([
    "1 byte",
    "999 bytes",
    "9.2 kB",
    "848.7 kB",
    "2.1 MB",
    "1.4 GB",
  ]);
});

test("a password at a terminal is prompted for twice and not echoed", async () => {
  let shown = "";
  const answers = ["pão quentinhX\x7fo\r", "pão quentinho\r"];
  const child = Bun.spawn(program("create-super", "--email", "rita@example.com"), {
    env: { PATH: before["PATH"] ?? "", HOME: parent, DATA_DIR: join(parent, "typed"), LOG_LEVEL: "silent" },
    terminal: {
      data(terminal, bytes) {
        shown += Buffer.from(bytes).toString("utf8");
        if (/(?:New password|Repeat it): $/.test(shown)) terminal.write(answers.shift() ?? "\x03");
      },
    },
  });
  expect(await child.exited).toBe(0);
  expect(shown).toContain("rita@example.com is a super user now");
  expect(shown).not.toContain("quentinh");
}, 60_000);
