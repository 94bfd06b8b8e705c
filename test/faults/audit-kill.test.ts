import { afterAll, beforeAll, expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { ServerProcess } from "#test/helpers/server-process.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";

let server: ServerProcess;
beforeAll(async () => {
  server = new ServerProcess({ command: [process.execPath, "test/faults/audit-child.ts"] });
  await server.start();
  await server.signIn();
});
afterAll(() => server.remove());

/** Rows of a stopped server. */
function count(file: string, sql: string, name: string): number {
  const db = openDatabase(join(server.directory, "data", file), { durability: "full", readonly: true });
  const { n } = db.prepare(sql).get(name) as { n: number };
  db.close();
  return n;
}

const CASES = [
  {
    what: "in the file of a company",
    change: (name: string) => server.call("POST", "/tags", { name, color: "#112233" }),
    file: join("companies", "1", "company.sqlite"),
    changes: "SELECT count(*) AS n FROM tag WHERE name = ?",
    lines: "SELECT count(*) AS n FROM audit_log WHERE kind = 'tag' AND subject = ?",
  },
  {
    what: "in the file of the installation",
    change: (name: string) =>
      server.call("POST", "/helps", { title: name, description: "", video: "dQw4w9WgXcQ" }),
    file: "system.sqlite",
    changes: "SELECT count(*) AS n FROM help WHERE title = ?",
    lines: "SELECT count(*) AS n FROM provider_audit_log WHERE kind = 'help' AND subject = ?",
  },
];

for (const { what, change, file, changes, lines } of CASES)
  for (const [point, both] of [
    ["before", 0],
    ["after", 1],
  ] as const)
    test(`killed ${point} the commit ${what}, a change and its audit line are ${both ? "both" : "neither"} there`, async () => {
      const name = `${point} ${file.length}`;
      const kill = join(server.directory, "kill");
      writeFileSync(kill, point);
      await change(name).catch(() => undefined);
      await eventually(async () => (server.running ? undefined : true), "its death");
      rmSync(kill);
      expect([count(file, changes, name), count(file, lines, name)]).toEqual([both, both]);
      await server.start();
      // The next start works normally.
      await change(`${name} again`);
      expect([count(file, changes, `${name} again`), count(file, lines, `${name} again`)]).toEqual([1, 1]);
    });
