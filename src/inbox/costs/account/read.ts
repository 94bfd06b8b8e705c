import { createGraph, metaAccountOf, textOf, tokenOf } from "#channels/connections/index.ts";
import { repriceMonth } from "#inbox/costs/ledger/price.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./account.sql.ts";
import { accountOf, dayOfAccount } from "./account.ts";
import { zoneOfMeta } from "./zones.ts";

/** How often zone and currency of a business account are read, ms. */
const ACCOUNT_READ_EVERY_MS = 24 * 60 * 60_000;
/** Rows that change their day in one transaction. */
const SLICE = 500;

export const hasOfficialNumber = (tenant: Tenant): boolean =>
  queryOne(tenant.db, sql.hasOfficial) !== undefined;

/** Reads zone and currency of the business accounts that were not read today. Failures are tried again an hour later. */
export async function readAccounts(tenant: Tenant): Promise<void> {
  const before = tenant.clock.now() - ACCOUNT_READ_EVERY_MS;
  for (const { connectionId } of queryAll(tenant.db, sql.outdated, { before })) {
    try {
      await readAccount(tenant, connectionId);
    } catch (error) {
      tenant.log.warn(
        { connection: connectionId, err: error },
        "time zone and currency of the business account not read from Meta; the last known are used, retried in an hour",
      );
    }
  }
}

async function readAccount(tenant: Tenant, connectionId: number): Promise<void> {
  const meta = metaAccountOf(tenant.db, connectionId);
  const token = tokenOf(tenant, meta);
  if (!meta?.parentId || token === null) return;
  const answer = await createGraph(tenant.installation).call({
    method: "GET",
    path: meta.parentId,
    token,
    query: { fields: "timezone_id,currency" },
  });
  const timezoneId = textOf(answer["timezone_id"]).slice(0, 60) || null;
  const zone = timezoneId === null ? null : zoneOfMeta(timezoneId);
  const currency = /^[A-Z]{3}$/.exec(textOf(answer["currency"]))?.[0] ?? null;
  const before = accountOf(tenant.db, connectionId);
  const scope = meta.parentId;
  tenant.write((unit) =>
    execute(unit.db, sql.store, { connectionId, scope, timezoneId, zone, currency, now: unit.now }),
  );
  if (before?.zone !== zone || before.scope !== scope || before.currency !== currency)
    moveDays(tenant, connectionId, { scope, zone });
}

/**
 * Recomputes the day of each cost row of a number in the time zone of its business account, and schedules the
 * repricing of their months.
 */
function moveDays(
  tenant: Tenant,
  connectionId: number,
  account: { scope: string; zone: string | null },
): void {
  const { scope } = account;
  let after = 0;
  for (;;) {
    const rows = queryAll(tenant.db, sql.rowsOfConnection, { connectionId, after, limit: SLICE });
    tenant.write((unit) => {
      const months = new Set<string>();
      for (const { messageId, at, day: old } of rows) {
        const day = dayOfAccount(tenant, account, at);
        execute(unit.db, sql.setDay, { messageId, day, scope });
        months.add(day.slice(0, 7)).add(old.slice(0, 7));
      }
      for (const month of months) repriceMonth(unit, { scope, day: `${month}-01` });
    });
    const last = rows.at(-1);
    if (!last || rows.length < SLICE) return;
    after = last.messageId;
  }
}
