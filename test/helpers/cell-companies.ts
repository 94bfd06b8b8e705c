import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { loadConfig } from "#config.ts";
import { HOME_CELL, oneCell } from "#platform/cells.ts";
import { systemClock } from "#platform/clock.ts";
import { hashPassword } from "#platform/crypto/passwords.ts";
import { execute, query } from "#platform/db/query.ts";
import { createLog } from "#platform/log.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** The password of every admin. */
export const COMPANY_PASSWORD = "uma senha comprida";
const PLAN_ID = 500;

/** A company with one admin (user 1) and one queue (1). */
export interface CellCompany {
  readonly id: number;
  readonly cell: number;
  readonly email: string;
  /** A page of Meta, whose messages arrive by webhook; only the second company of a cell has one. */
  readonly pageId: string | null;
}

interface CellCompaniesOptions {
  readonly directory: string;
  readonly cell: number;
  readonly count: number;
  readonly secret: string;
}

const insertPlan = query<{ id: number; now: number }>(
  `INSERT INTO plan (id, name, users, connections, queues, public, created_at, updated_at)
    VALUES (:id, 'Células', 1000, 1000, 1000, 1, :now, :now)`,
);
const insertLogin = query<{ email: string; companyId: number }>(
  "INSERT INTO login VALUES (:email, :companyId, 1)",
);
const insertRoute = query<{ pageId: string; companyId: number }>(
  "INSERT INTO meta_route (kind, external_id, company_id, connection_id) VALUES ('page', :pageId, :companyId, 1)",
);
const insertAdmin = query<{ email: string; hash: string; now: number }>(
  `INSERT INTO user (id, name, email, password_hash, profile, multi_session, created_at, updated_at)
    VALUES (1, 'Ana', :email, :hash, 'admin', 1, :now, :now)`,
);
const insertQueue = query<{ now: number }>(
  "INSERT INTO queue (id, name, color, created_at, updated_at) VALUES (1, 'Vendas', '#336699', :now, :now)",
);
const insertPage = query<{ now: number }>(
  `INSERT INTO connection (id, name, channel, status, created_at, updated_at)
    VALUES (1, 'Página', 'facebook', 'CONNECTED', :now, :now)`,
);
const insertAccount = query<{ pageId: string; token: string; now: number }>(
  `INSERT INTO meta_account (connection_id, kind, external_id, token, checked_at)
    VALUES (1, 'page', :pageId, :token, :now)`,
);

/**
 * Writes the companies of a cell into its empty data directory, before `balcao cluster init`. Their directory entries are written
 * when the cell starts. In the home cell the provider's company is company 1.
 */
export async function writeCompanies(options: CellCompaniesOptions): Promise<readonly CellCompany[]> {
  const { directory, cell, count, secret } = options;
  const { installation, close } = startInstallation({
    config: loadConfig({ DATA_DIR: directory, APP_SECRET: secret }),
    clock: systemClock,
    log: createLog("silent"),
    cells: oneCell(cell),
  });
  const { system, tenants, secrets } = installation;
  const now = systemClock.now();
  if (cell === HOME_CELL) await ensureProviderCompany(installation, "Provedor");
  execute(system, insertPlan, { id: PLAN_ID, now });
  const hash = await hashPassword(COMPANY_PASSWORD);
  const companies: CellCompany[] = [];
  for (let n = 1; n <= count; n += 1) {
    const name = `Empresa ${cell}-${n}`;
    const company = { name, planId: PLAN_ID, email: "", phone: "", dueDate: null };
    const tenant = tenants.create({ ...company, recurrence: "monthly", active: true }, reservedForTests());
    const email = `ana@empresa-${tenant.id}.example`;
    const pageId = n === 2 ? `9000${cell}` : null;
    execute(system, insertLogin, { email, companyId: tenant.id });
    if (pageId) execute(system, insertRoute, { pageId, companyId: tenant.id });
    fill(tenant, { email, hash, now, pageId, token: secrets.encrypt("a token") });
    tenants.release(tenant.id);
    companies.push({ id: tenant.id, cell, email, pageId });
  }
  close();
  return companies;
}

interface Filled {
  readonly email: string;
  readonly hash: string;
  readonly now: number;
  readonly pageId: string | null;
  readonly token: string;
}

function fill(tenant: Tenant, { email, hash, now, pageId, token }: Filled): void {
  tenant.db.$client.pragma("synchronous = OFF");
  tenant.write(({ db }) => {
    execute(db, insertAdmin, { email, hash, now });
    execute(db, insertQueue, { now });
    if (!pageId) return;
    execute(db, insertPage, { now });
    execute(db, insertAccount, { pageId, token, now });
  });
}
