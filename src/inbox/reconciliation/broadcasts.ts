import type { Installation } from "#tenants/installation.ts";
import { isAdmin, type Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { ReconciliationChanged } from "./events.ts";

/** Minimum time between two broadcasts of a connection, ms, because the comparison of one chat changes many rows. */
const TOGETHER_MS = 1000;

/** Channel `reconciliation` (docs/rules/realtime.md#channels): tells the pages of admins to reload the report. */
export function broadcastReconciliation({ live, ports, clock }: Installation): void {
  const waiting = new Map<Tenant, Set<number>>();
  live.after(ReconciliationChanged, (tenant, { connectionId }) => {
    const known = waiting.get(tenant);
    if (known) return void known.add(connectionId);
    const ids = new Set([connectionId]);
    waiting.set(tenant, ids);
    clock.after(TOGETHER_MS, () => {
      waiting.delete(tenant);
      const broadcasts = [...ids].map((whatsappId) => ({
        channel: "reconciliation",
        data: { action: "update", whatsappId },
        audience: isAdmin,
      }));
      ports.use(RealtimePort).publish(tenant.id, broadcasts);
    });
  });
}
