import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "#test/helpers/server-process.ts";

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "balcao-archives-"));
});
afterAll(() => rmSync(parent, { recursive: true }));

/** Runs a command on a directory; `input` is its standard input. */
async function balcao(directory: string, args: readonly string[], input = "") {
  const child = Bun.spawn(program(...args), {
    cwd: parent,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: parent,
      DATA_DIR: join(parent, directory),
      BACKUP_PASSPHRASE: "a passphrase of the operator",
      LOG_LEVEL: "silent",
    },
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

test("commands back up, verify and restore an installation and move a company", async () => {
  expect((await balcao("one", ["create-super", "--email", "a@example.com"], "secret\n")).code).toBe(0);
  expect(await balcao("one", ["backup"])).toMatchObject({ code: 0, err: "" });
  expect((await balcao("one", ["backup", "list"])).out).toContain("installation, 1 of 1 companies");
  expect((await balcao("one", ["backup", "verify"])).out).toContain("can be restored");
  const from = ["--from", join(parent, "one/backups")];
  const tried = await balcao("two", ["restore", ...from, "--dry-run"]);
  expect([tried.code, tried.out.includes("integrity ok"), tried.out.includes("nothing was changed")]).toEqual(
    [0, true, true],
  );
  // A machine without the key: the backup holds it, encrypted with the passphrase.
  expect(await balcao("two", ["restore", ...from])).toMatchObject({ code: 0, err: "" });
  expect(await balcao("two", ["doctor", "--offline"])).toMatchObject({ code: 0 });
  const again = await balcao("two", ["restore", ...from]);
  expect([again.code, again.err.includes("--overwrite")]).toEqual([1, true]);
  const one = await balcao("two", ["restore", ...from, "--company", "1", "--overwrite"]);
  expect([one.code, one.out]).toEqual([0, expect.stringMatching(/what was there is in \S+before-restore-/)]);

  const file = join(parent, "company.tar");
  const short = await balcao("one", ["export-company", "1", file], "short\n");
  expect([short.code, short.err.includes("at least 12"), existsSync(file)]).toEqual([1, true, false]);
  expect((await balcao("one", ["export-company", "1", file], "the words of the move\n")).code).toBe(0);
  const wrong = await balcao("two", ["import-company", file], "other words\n");
  expect([wrong.code, wrong.err.includes("passphrase")]).toEqual([1, true]);
  writeFileSync(join(parent, "other.tar"), "no archive");
  const other = await balcao("two", ["import-company", join(parent, "other.tar")], "the words of the move\n");
  expect([other.code, other.err.includes("other.tar is not an archive of a company")]).toEqual([1, true]);
  const moved = await balcao("two", ["import-company", file], "the words of the move\n");
  // A user with the same e-mail already exists there: the command reports it, and the company is imported
  // nevertheless.
  expect([moved.code, moved.err.includes("a@example.com"), moved.out.includes("company 2")]).toEqual([
    1,
    true,
    true,
  ]);
}, 120_000);

test("archive commands that cannot be carried out print a reason", async () => {
  expect((await balcao("none", ["backup"])).err).toContain("there is no installation in");
  const key = join(parent, "one/secret.key");
  renameSync(key, `${key}-away`);
  expect((await balcao("one", ["backup"])).err).toContain("secret.key is missing");
  renameSync(`${key}-away`, key);
  expect((await balcao("none", ["restore"])).err).toContain("there is no backup of the installation");
  expect((await balcao("one", ["backup", "--company", "x"])).err).toContain("not the number of a company");
  expect((await balcao("one", ["backup", "--company", "99"])).err).toContain("there is no company 99");
  expect((await balcao("one", ["backup", "--fast"])).err).toContain("--fast");
  const single = await balcao("one", ["backup", "--company", "1"]);
  const [, stamp = ""] = /backup (\S+) is in/.exec(single.out) ?? [];
  expect(
    (await balcao("two", ["restore", "--run", stamp, "--from", join(parent, "one/backups")])).err,
  ).toContain(`backup ${stamp} contains no complete copy of the installation: --company`);
  expect((await balcao("one", ["import-company", parent])).err).toContain("is not a file");
}, 60_000);
