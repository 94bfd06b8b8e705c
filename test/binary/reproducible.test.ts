import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sha256 } from "#platform/ids.ts";
import { builtBinary } from "#test/helpers/built-binary.ts";

const root = join(import.meta.dir, "../..");
const elsewhere = mkdtempSync(join(tmpdir(), "balcao-another-directory-"));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

test("the same sources give the same binary in any directory, with checksum, parts list and notices", async () => {
  const here = await builtBinary();
  const listed = Bun.spawnSync(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
  });
  for (const path of listed.stdout.toString().split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(elsewhere, path)), { recursive: true });
    cpSync(join(root, path), join(elsewhere, path), { force: true });
  }
  // Hard-linked where the file system allows it, because it has half a gigabyte.
  const [packages, copy] = [join(root, "node_modules"), join(elsewhere, "node_modules")];
  const isLinked = Bun.spawnSync(["cp", "-al", packages, copy], { stderr: "ignore" }).exitCode === 0;
  if (!isLinked) expect(Bun.spawnSync(["cp", "-a", packages, elsewhere]).exitCode).toBe(0);
  const build = Bun.spawn([process.execPath, "scripts/build.ts"], {
    cwd: elsewhere,
    stdout: "ignore",
    stderr: "inherit",
    // The binary must not depend on the time zone or the language.
    env: { ...process.env, TZ: "Asia/Tokyo", LANG: "pt_BR.UTF-8" },
  });
  expect(await build.exited).toBe(0);
  const told = (directory: string) => readFileSync(join(directory, "balcao.sha256"), "utf8");
  expect(told(join(elsewhere, "dist"))).toBe(told(dirname(here)));
  expect(told(dirname(here))).toBe(`${sha256(await Bun.file(here).bytes())}  balcao\n`);

  const parts = JSON.parse(readFileSync(`${here}.cdx.json`, "utf8")) as {
    bomFormat: string;
    components: readonly { name: string; version: string; licenses?: unknown }[];
  };
  expect(parts.bomFormat).toBe("CycloneDX");
  const notices = readFileSync(join(dirname(here), "THIRD_PARTY_NOTICES.md"), "utf8");
  expect(parts.components.length).toBeGreaterThan(30);
  expect(parts.components.filter(({ name }) => name !== "bun" && !notices.includes(name))).toEqual([]);
}, 180_000);
