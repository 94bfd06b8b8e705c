import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "#config.ts";
import type { OwnedCell } from "#platform/cell.ts";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { run } from "#platform/db/database.ts";
import { newUuid } from "#platform/ids.ts";
import { createLog } from "#platform/log.ts";
import { companyDirectory, nextCompanyId } from "#tenants/company-folder.ts";
import type { Installation } from "#tenants/installation.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import type { Tenant, UserActor, UserCtx } from "#tenants/tenant.ts";
import { isLocal, placeNewFile } from "./new-files.ts";

export interface TestInstallation {
  readonly installation: Installation;
  readonly clock: FakeClock;
  readonly directory: string;
  /** A company with a generous plan; the first one has id 1. */
  company(name?: string, plan?: Partial<Record<string, number>>): Tenant;
  close(): void;
}

let made = 0;

/** A real installation in a separate directory: real SQLite files, a fake clock. */
export function testInstallation(log = createLog("silent"), cell?: OwnedCell): TestInstallation {
  const directory = mkdtempSync(join(tmpdir(), "balcao-test-"));
  const clock = fakeClock();
  placeNewFile("system", join(directory, "system.sqlite"));
  const { installation, close } = startInstallation({
    config: loadConfig({ DATA_DIR: directory, APP_SECRET: "a key that only the tests know, 32 long" }),
    clock,
    log,
    ...(cell && { cell }),
  });
  return {
    installation,
    clock,
    directory,
    company: (name, plan) => testCompany(installation, name, plan),
    close() {
      close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A company with its own generous plan; the first one has id 1. `plan` overrides limits and flags by column. */
export function testCompany(
  installation: Installation,
  name?: string,
  plan: Partial<Record<string, number>> = {},
): Tenant {
  made += 1;
  const now = installation.clock.now();
  const columns = { users: 1000, connections: 1000, queues: 1000, ...plan };
  const planId = run(
    installation.system,
    `INSERT INTO plan (name, ${Object.keys(columns).join(", ")}, created_at, updated_at)
     VALUES (?, ${Object.values(columns).map(Number).join(", ")}, ?, ?)`,
    `Plan ${made}`,
    now,
    now,
  ).id;
  const { system, dataDirectory, cells } = installation;
  const id = nextCompanyId(system, dataDirectory, cells.own);
  if (isLocal(installation))
    placeNewFile("company", join(companyDirectory(dataDirectory, id), "company.sqlite"));
  const tenant = installation.tenants.create(
    {
      id,
      name: name ?? `Company ${made}`,
      planId,
      email: "",
      phone: "",
      dueDate: null,
      recurrence: "monthly",
      active: true,
    },
    reservedForTests(),
  );
  // The default of a company that signs up.
  run(tenant.db, "INSERT INTO setting (key, value) VALUES ('campaignsEnabled', 'true')");
  return tenant;
}

/** Creates a user; returns the context with which actions are called for them. */
export function testUser(
  tenant: Tenant,
  fields: { name?: string; profile?: UserActor["profile"]; queueIds?: readonly number[] } = {},
): UserCtx {
  const now = tenant.clock.now();
  const name = fields.name ?? "Ana";
  const profile = fields.profile ?? "user";
  const { id } = run(
    tenant.db,
    "INSERT INTO user (name, email, password_hash, profile, created_at, updated_at) VALUES (?, ?, 'x', ?, ?, ?)",
    name,
    `${newUuid()}@example.com`,
    profile,
    now,
    now,
  );
  for (const queueId of fields.queueIds ?? [])
    run(tenant.db, "INSERT INTO user_queue VALUES (?, ?)", id, queueId);
  return {
    tenant,
    actor: {
      type: "user",
      id,
      name,
      profile,
      super: false,
      queueIds: fields.queueIds ?? [],
      sessionId: 0,
      connectionId: null,
      allTicket: false,
      signMessages: true,
      billingOnly: false,
    },
  };
}

/** A queue row. */
export function testQueue(tenant: Tenant, name?: string): number {
  made += 1;
  const now = tenant.clock.now();
  return run(
    tenant.db,
    "INSERT INTO queue (name, color, created_at, updated_at) VALUES (?, ?, ?, ?)",
    name ?? `Queue ${made}`,
    `#${made.toString(16).padStart(6, "0")}`,
    now,
    now,
  ).id;
}

/** A CONNECTED connection with these queues. */
export function testConnection(
  tenant: Tenant,
  fields: { name?: string; queueIds?: readonly number[]; isDefault?: boolean } = {},
): number {
  made += 1;
  const now = tenant.clock.now();
  const { id } = run(
    tenant.db,
    "INSERT INTO connection (name, status, is_default, linked_at, created_at, updated_at) VALUES (?, 'CONNECTED', ?, ?, ?, ?)",
    fields.name ?? `Connection ${made}`,
    fields.isDefault ? 1 : 0,
    now,
    now,
    now,
  );
  for (const queueId of fields.queueIds ?? [])
    run(tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", id, queueId);
  return id;
}

/** A contact with a phone identity. */
export function testContact(tenant: Tenant, fields: { name?: string; number?: string } = {}): number {
  made += 1;
  const now = tenant.clock.now();
  const number = fields.number ?? `551197${String(made).padStart(7, "0")}`;
  const { id } = run(
    tenant.db,
    "INSERT INTO contact (uuid, name, number, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
    newUuid(),
    fields.name ?? `Contact ${made}`,
    number,
    now,
    now,
  );
  run(
    tenant.db,
    "INSERT INTO contact_identity (contact_id, kind, value, match_key, address, exists_state) VALUES (?, 'pn', ?, ?, ?, 'yes')",
    id,
    number,
    number,
    `${number}@s.whatsapp.net`,
  );
  return id;
}
