import { changeRecipient } from "#outreach/campaigns/recipients/rows.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { finishIfDone } from "./finish.ts";
import * as sql from "./sending.sql.ts";

/** Expires requests without an answer. */
export function expireRequests(tenant: Tenant): void {
  const old = queryAll(tenant.db, sql.expiredRequests, { before: tenant.clock.now() - sql.EXPIRES_MS });
  if (old.length === 0) return;
  tenant.write((unit) => {
    for (const row of old) changeRecipient(unit, row, { state: "expired" });
    for (const id of new Set(old.map(({ campaignId }) => campaignId))) finishIfDone(unit, id);
  });
}
