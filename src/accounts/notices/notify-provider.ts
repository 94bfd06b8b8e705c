import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { HOME_CELL } from "#platform/cells.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Notice, notifyAdmins } from "./notify-admins.ts";

/**
 * Notifies the admins of the provider's company; without that company nothing happens. All notices to the provider use this
 * function. Outside the home cell a notice is stored in the copy of the provider's company and logged; no page shows it there
 * yet (docs/rules/cells.md#shared-rows). Never throws.
 */
export function notifyProvider({ cells, tenants, log }: Installation, notice: Notice): void {
  const isHome = cells.own === HOME_CELL;
  if (!isHome) log.warn({ code: notice.code, ...notice.details }, "notice to the provider in another cell");
  try {
    if (!tenants.exists(PROVIDER_ID)) return;
    // Keys contain ids, which are unique in one cell only.
    const key = isHome ? notice.key : `${notice.key}@${cells.own}`;
    tenants.open(PROVIDER_ID).write((unit) => notifyAdmins(unit, { ...notice, key }));
  } catch (error) {
    log.error({ code: notice.code, err: error }, "the provider's admins got no notice");
  }
}
