import { expect, test } from "bun:test";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testInstallation } from "#test/helpers/installation.ts";
import { removeOldCopies } from "./old-copies.ts";

test("database copies made before an upgrade are deleted after a month, other files stay", async () => {
  const t = testInstallation();
  const tenant = t.company();
  const write = (name: string, daysOld: number) => {
    const path = join(tenant.directory, name);
    writeFileSync(path, "x");
    const at = (t.clock.now() - daysOld * 24 * 60 * 60_000) / 1000;
    utimesSync(path, at, at);
    return path;
  };
  const [old, young, other] = [
    write("company.sqlite.before-0018_add_company_webhook", 31),
    write("company.sqlite.before-0020_add_privacy", 29),
    write("notes.before-me", 900),
  ];
  await removeOldCopies(t.installation);
  expect([old, young, other].map(existsSync)).toEqual([false, true, true]);
  t.close();
});
