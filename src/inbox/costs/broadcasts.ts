import { MessageStatusReported } from "#inbox/messages/events.ts";
import type { Installation } from "#tenants/installation.ts";
import { isAdmin, type Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";

/** Shortest time between two broadcasts to a company, ms. */
const GAP_MS = 10_000;

/** Channel `cost`: informs admins at most every 10 s that costs have changed; pages then load their figures again. */
export function broadcastCosts({ live, ports, clock }: Installation): void {
  const waiting = new Set<number>();
  const publish = (tenant: Tenant) =>
    ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: "cost", data: { action: "update" }, audience: isAdmin }]);
  live.after(MessageStatusReported, (tenant) => {
    if (waiting.has(tenant.id)) return;
    waiting.add(tenant.id);
    // The changes of the next seconds are in the same broadcast.
    clock.after(GAP_MS, () => {
      waiting.delete(tenant.id);
      publish(tenant);
    });
  });
}
