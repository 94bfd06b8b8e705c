import type { Installation } from "#tenants/installation.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { InvoicePaid } from "./events.ts";

/**
 * Broadcasts on channel `payment` to the whole company, including users on the page of an expired company
 * (docs/rules/realtime.md#channels).
 */
export function broadcastPayments({ live, ports }: Installation): void {
  live.after(InvoicePaid, (tenant, { invoiceId, dueDate }) => {
    const data = { action: "CONCLUIDA", company: { id: tenant.id, dueDate }, invoiceId };
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "payment", data, audience: "everyone" }]);
  });
}
