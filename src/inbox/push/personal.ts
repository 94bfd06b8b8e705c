import { actorOfSession } from "#accounts/auth/index.ts";
import { mayWork } from "#accounts/companies/index.ts";
import type { NotificationRow } from "#accounts/notifications/events.ts";
import { presentNew } from "#accounts/notifications/index.ts";
import { preferencesOf } from "#accounts/users/index.ts";
import { isSupport } from "#tenants/policy.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { devicesOf, forgetDevice, isOurs } from "./devices.ts";
import { sendTo } from "./send.ts";

/**
 * Sends a personal notification to the devices of its user, if the user chose its kind and has no visible page
 * (docs/rules/notifications.md#push).
 */
export async function pushPersonal(tenant: Tenant, row: NotificationRow): Promise<void> {
  if (!mayWork(tenant) || !preferencesOf(tenant.db, row.userId).pushKinds.includes(row.kind)) return;
  const isAtThePage = tenant.installation.ports
    .use(RealtimePort)
    .usersWithVisiblePage(tenant.id)
    .has(row.userId);
  if (isAtThePage) return;
  await Promise.all(
    devicesOf(tenant, row.userId).map(async (device) => {
      const person = actorOfSession(tenant, device.userId, device.sessionId);
      if (!person || !isOurs(tenant, device)) return forgetDevice(tenant, device.id);
      if (isSupport(person) || person.billingOnly) return;
      const [shown] = presentNew(tenant, person, [row]);
      await sendTo(tenant, device, {
        kind: "personal",
        about: row.kind,
        language: device.language,
        notificationId: row.id,
        uuid: shown?.ticket?.uuid ?? null,
        name: shown?.ticket?.name.slice(0, 80) ?? "",
        by: shown?.by?.name ?? "",
      });
    }),
  );
}
