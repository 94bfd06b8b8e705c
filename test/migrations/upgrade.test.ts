import { afterAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemMigrations } from "#migrations/system/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { describeSchema } from "#platform/db/describe-schema.ts";
import { migrate } from "#platform/db/migrate.ts";
import { startTestApp } from "#test/helpers/app.ts";
import {
  CONVERSATIONS_STEP,
  companyAt,
  MESSAGES,
  made,
  open,
  systemAt,
  upgradedTenantMigrations,
} from "./older-data.ts";

/** Kills in the ordinary run; `FAULT_KILLS=200` for the long one. */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 12);

const parent = mkdtempSync(join(tmpdir(), "balcao-upgrade-"));
afterAll(() => rmSync(parent, { recursive: true }));
/** There is no release yet, so files of an earlier release are those without the last migrations. */
const steps = [CONVERSATIONS_STEP, tenantMigrations.length - 1];

describe("data of an earlier release", () => {
  test.each(steps)(
    "the data of an earlier release (company files of step %i) are upgraded at the start and can be used",
    async (step) => {
      const directory = join(parent, `step-${step}`);
      mkdirSync(join(directory, "companies/1/media"), { recursive: true, mode: 0o700 });
      companyAt(join(directory, "companies/1/company.sqlite"), step, await hashPassword("correct horse"));
      systemAt(join(directory, "system.sqlite"), systemMigrations.length - 1);
      const app = await startTestApp({ directory });
      const login = await app
        .api()
        .post("/auth/login", { email: "ana@example.com", password: "correct horse" });
      expect(login.status).toBe(200);
      const headers = { authorization: `Bearer ${login.body.token}` };
      const page = await app.api().get("/messages/1?pageNumber=1", headers);
      expect([page.status, page.body.count]).toEqual([200, MESSAGES]);
      const tickets = await app.api().get("/tickets?status=open&showAll=true", headers);
      expect(tickets.body.tickets).toMatchObject([{ contact: { name: "Maria Souza" } }]);
      await app.stop({ directory: true });
      const [next] = tenantMigrations.slice(step);
      const copy = open(join(directory, `companies/1/company.sqlite.before-${next?.name}`));
      expect(copy.prepare("SELECT count(*) AS n FROM schema_migration").get()).toEqual({ n: step });
      expect(copy.prepare("SELECT count(*) AS n FROM message").get()).toEqual({ n: MESSAGES });
      copy.close();
    },
  );
});

test(
  "a program killed during an upgrade leaves a file of complete steps, and the next start continues",
  async () => {
    const old = join(parent, "old.sqlite");
    companyAt(old, tenantMigrations.length, "x");
    const fresh = made(
      join(parent, "fresh.sqlite"),
      upgradedTenantMigrations,
      upgradedTenantMigrations.length,
    );
    const wanted = describeSchema(fresh);
    fresh.close();
    const stopped = new Set<number>();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const path = join(parent, `killed-${kill}.sqlite`);
      copyFileSync(old, path);
      const child = Bun.spawn([process.execPath, join(import.meta.dir, "upgrade-child.ts"), path], {
        stdout: "pipe",
        stderr: "inherit",
      });
      await child.stdout.getReader().read();
      await Bun.sleep((kill * 60) / KILLS);
      child.kill("SIGKILL");
      await child.exited;
      const db = open(path);
      expect(db.pragma("quick_check", { simple: true })).toBe("ok");
      const applied = db.prepare("SELECT name FROM schema_migration ORDER BY position").all() as {
        name: string;
      }[];
      expect(applied.map(({ name }) => name)).toEqual(
        upgradedTenantMigrations.slice(0, applied.length).map(({ name }) => name),
      );
      stopped.add(applied.length);
      migrate(db, upgradedTenantMigrations, 2000, { path });
      expect(describeSchema(db)).toBe(wanted);
      expect(db.prepare("SELECT count(*) AS n FROM message").get()).toEqual({ n: MESSAGES });
      db.close();
    }
    // The kills happened before, between or in the steps, not only after the last one.
    expect(Math.min(...stopped)).toBeLessThan(upgradedTenantMigrations.length);
  },
  120_000 + KILLS * 5_000,
);
