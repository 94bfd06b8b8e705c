import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { HOME_CELL } from "#platform/cells.ts";
import type { Installation } from "#tenants/installation.ts";
import { type Notice, notifyAdmins } from "./notify-admins.ts";
import { sendToHome } from "./send-to-home.ts";

/**
 * Notifies the admins of the provider's company; without that company nothing happens. All notices to the provider use this
 * function. Outside the home cell a notice waits in the copy of the provider's company until the home cell has stored it
 * (docs/rules/cells.md#shared-rows). Never throws.
 */
export function notifyProvider(installation: Installation, notice: Notice): void {
  const { cells, tenants, log } = installation;
  const isHome = cells.own === HOME_CELL;
  if (!isHome) log.warn({ code: notice.code, ...notice.details }, "notice to the provider in another cell");
  try {
    if (!tenants.exists(PROVIDER_ID)) return;
    // Keys contain ids, which are unique in one cell only.
    const key = isHome ? notice.key : `${notice.key}@${cells.own}`;
    tenants.open(PROVIDER_ID).write((unit) => notifyAdmins(unit, { ...notice, key }));
    if (!isHome) void sendToHome(installation);
  } catch (error) {
    log.error({ code: notice.code, err: error }, "the provider's admins got no notice");
  }
}
