import type { Installation } from "#tenants/installation.ts";
import { RealtimePort, type Viewer } from "#tenants/viewer.ts";
import { IntegrationDeleted, IntegrationSaved } from "./events.ts";
import { presentIntegration } from "./present.ts";
import { findPartner } from "./queries.ts";

const CHANNEL = "queueIntegration";
const admins = (viewer: Viewer): boolean => viewer.profile === "admin";

/** Channel `queueIntegration`: to admins (behaviour 23). */
export function deliverIntegrations({ live, ports }: Installation): void {
  live.after(IntegrationSaved, (tenant, { integrationId, created }) => {
    const row = findPartner(tenant.db, integrationId);
    if (!row) return;
    const record = presentIntegration(tenant, row, { profile: "admin" });
    const data = { action: created ? "create" : "update", record, queueIntegration: record };
    ports.use(RealtimePort).publish(tenant.id, [{ channel: CHANNEL, data, audience: admins }]);
  });
  live.after(IntegrationDeleted, (tenant, { integrationId: id }) => {
    ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: CHANNEL, data: { action: "delete", id }, audience: admins }]);
  });
}
