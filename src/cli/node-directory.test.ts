import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditCommand } from "#accounts/audit/index.ts";
import { openDatabase } from "#platform/db/open.ts";
import { FIRST_LINK } from "#platform/db/ship/format.ts";
import { writePosition } from "#platform/db/ship/position.ts";
import { lockDirectory } from "#tenants/lock.ts";
import { program } from "#test/helpers/server-process.ts";

let parent: string;
let made: string;
let copies = 0;

async function balcao(args: readonly string[], dataDir: string) {
  const child = Bun.spawn(program(...args), {
    cwd: parent,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: parent,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: "0",
      LOG_LEVEL: "silent",
    },
    stdin: new Blob(["a long enough secret\n"]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

/** A copy of an installation; `isOwner`: as a node of a cluster. */
async function directory(isOwner?: boolean): Promise<string> {
  copies += 1;
  const path = join(parent, `data-${copies}`);
  cpSync(made, path, { recursive: true });
  if (isOwner !== undefined)
    await writePosition(path, {
      ...FIRST_LINK,
      sequence: 1,
      installation: "test",
      isOwner,
      files: new Map(),
    });
  return path;
}
const systemOf = (path: string) => readFileSync(join(path, "system.sqlite")).toString("base64");

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), "balcao-node-directory-"));
  made = join(parent, "made");
  const { code } = await balcao(["create-super", "--email", "ana@example.com"], made);
  expect(code).toBe(0);
});
afterAll(() => rmSync(parent, { recursive: true }));

describe("the data directory of a node of a cluster", () => {
  test.each([
    [["create-super", "--email", "bia@example.com"]],
    [["set-password", "--email", "ana@example.com"]],
    [["migrate"]],
    [["rotate-key"]],
    [["rotate-key", "--dry-run"]],
    [["restore", "--overwrite"]],
    [["restore", "--company", "2"]],
    [["restore", "--archive", "--at", "2026-11-20 14:03", "--overwrite"]],
    [["restore-company"]],
    [["import", "whaticket", "dump.sql"]],
    [["import-company", "file"]],
    [["export-company", "1", "export"]],
  ])(
    "balcao %j changes nothing in the data directory of a cluster node, and prints what to do instead",
    async (args) => {
      const path = await directory(true);
      writeFileSync(join(parent, "dump.sql"), "");
      writeFileSync(join(parent, "file"), "");
      const before = systemOf(path);
      const { code, err } = await balcao(args, path);
      expect([code, err]).toEqual([1, expect.stringContaining("belongs to a node of a cluster")]);
      expect(err).toContain("balcao cluster rebase --yes");
      expect(systemOf(path)).toBe(before);
      expect(existsSync(join(path, "system.sqlite-wal"))).toBe(false);
    },
  );

  test("a backup on the owner is made without a row in its database", async () => {
    const path = await directory(true);
    const before = systemOf(path);
    const to = join(parent, "backups-of-owner");
    mkdirSync(to);
    expect(await balcao(["backup", "--to", to], path)).toMatchObject({ code: 0, err: "" });
    expect(systemOf(path)).toBe(before);
  });

  test("a backup of a standby is refused, because its files change while they are read", async () => {
    const { code, err } = await balcao(["backup", "--to", join(parent, "none")], await directory(false));
    expect([code, err]).toEqual([1, expect.stringContaining("run balcao backup on the owner")]);
  });
});

describe("a command's row in the audit trail", () => {
  const write = (path: string) =>
    auditCommand(path, { kind: "key", action: "rotated", command: "balcao rotate-key" });
  const archivePosition = (path: string) => join(path, "archive/position");

  test("a row in the audit trail written beside a running server checkpoints nothing, however long the WAL is", async () => {
    const path = await directory();
    const server = openDatabase(join(path, "system.sqlite"), { durability: "remote" });
    server.exec("CREATE TABLE filling (data BLOB)");
    for (let row = 0; row < 20; row += 1) server.exec("INSERT INTO filling VALUES (zeroblob(1000000))");
    const before = systemOf(path);
    write(path);
    expect(systemOf(path)).toBe(before);
    server.close();
  });

  test("a row in the audit trail written without a server makes the archive begin again with a snapshot", async () => {
    const path = await directory();
    mkdirSync(join(path, "archive"));
    writeFileSync(archivePosition(path), "{}");
    write(path);
    expect(existsSync(archivePosition(path))).toBe(false);
  });

  test("a row in the audit trail written beside a server does not interrupt the archive", async () => {
    const path = await directory();
    mkdirSync(join(path, "archive"));
    writeFileSync(archivePosition(path), "{}");
    const unlock = lockDirectory(path, { isArchived: true });
    write(path);
    unlock();
    expect(existsSync(archivePosition(path))).toBe(true);
  });
});
