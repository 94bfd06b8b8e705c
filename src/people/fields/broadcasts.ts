import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { FieldCreated, FieldDeleted, FieldUpdated } from "./events.ts";
import { presentField } from "./present.ts";
import { fieldById } from "./queries.ts";

/** Broadcasts on channel `field` to the whole company (docs/rules/realtime.md#channels). */
export function broadcastFields({ live, ports }: Installation): void {
  const broadcast = (tenant: Tenant, action: "create" | "update", fieldId: number) => {
    const row = fieldById(tenant.db, fieldId);
    if (!row) return;
    const data = { action, record: presentField(tenant.db, row) };
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "field", data, audience: "everyone" }]);
  };
  live.after(FieldCreated, (tenant, { fieldId }) => broadcast(tenant, "create", fieldId));
  live.after(FieldUpdated, (tenant, { fieldId }) => broadcast(tenant, "update", fieldId));
  live.after(FieldDeleted, (tenant, { fieldId: id }) =>
    ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: "field", data: { action: "delete", id }, audience: "everyone" }]),
  );
}
