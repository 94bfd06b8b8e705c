import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { ResolutionCreated, ResolutionDeleted, ResolutionUpdated } from "./events.ts";
import { presentResolution, resolutionById } from "./queries.ts";

/** Broadcasts on channel `resolution` to the whole company (docs/rules/realtime.md#channels). */
export function broadcastResolutions({ live, ports }: Installation): void {
  const publish = (tenant: Tenant, data: { action: string } & Record<string, unknown>) =>
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "resolution", data, audience: "everyone" }]);
  const broadcast = (tenant: Tenant, action: "create" | "update", id: number) => {
    const row = resolutionById(tenant.db, id);
    if (row) publish(tenant, { action, record: presentResolution(row) });
  };
  live.after(ResolutionCreated, (tenant, { resolutionId }) => broadcast(tenant, "create", resolutionId));
  live.after(ResolutionUpdated, (tenant, { resolutionId }) => broadcast(tenant, "update", resolutionId));
  live.after(ResolutionDeleted, (tenant, { resolutionId }) =>
    publish(tenant, { action: "delete", id: resolutionId }),
  );
}
