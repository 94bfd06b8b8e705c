import type { Installation } from "#tenants/installation.ts";
import { isAdmin, type Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { CampaignCreated, CampaignDeleted, CampaignUpdated } from "./events.ts";
import { presentCampaign } from "./present.ts";
import { findCampaign } from "./queries.ts";

/** Minimum time between two broadcasts of one campaign (docs/rules/campaigns.md#cancel-and-restart), ms. */
const EVERY_MS = 2000;

/** Channel `campaign`: to the admins (docs/rules/realtime.md#channels); silent while the plan has no campaigns. */
export function broadcastCampaigns({ live, ports, clock }: Installation): void {
  const publish = (tenant: Tenant, data: { action: string } & Record<string, unknown>) => {
    if (!tenant.company.plan.useCampaigns) return;
    ports.use(RealtimePort).publish(tenant.id, [{ channel: "campaign", data, audience: isAdmin }]);
  };
  const publishRow = (tenant: Tenant, action: "create" | "update", id: number) => {
    const found = findCampaign(tenant.db, id);
    if (!found) return;
    const record = presentCampaign(tenant, found);
    publish(tenant, { action, record, campaign: record });
  };
  /** Time of the last broadcast per campaign; `again`: the campaign has changed since. */
  const recent = new Map<string, { again: boolean }>();
  const publishSoon = (tenant: Tenant, id: number) => {
    const key = `${tenant.id}:${id}`;
    const known = recent.get(key);
    if (known) {
      known.again = true;
      return;
    }
    publishRow(tenant, "update", id);
    const entry = { again: false };
    recent.set(key, entry);
    clock.after(EVERY_MS, () => {
      recent.delete(key);
      if (entry.again && tenant.db.$client.open) publishSoon(tenant, id);
    });
  };
  live.after(CampaignCreated, (tenant, { campaignId }) => publishRow(tenant, "create", campaignId));
  live.after(CampaignUpdated, (tenant, { campaignId }) => publishSoon(tenant, campaignId));
  live.after(CampaignDeleted, (tenant, { campaignId }) =>
    publish(tenant, { action: "delete", id: campaignId }),
  );
}
