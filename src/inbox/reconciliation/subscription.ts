import { installationSetting } from "#accounts/settings/index.ts";
import {
  createGraph,
  GraphError,
  listOf,
  metaAccountOf,
  partOf,
  textOf,
  tokenOf,
} from "#channels/connections/index.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { ReconciliationChanged } from "./events.ts";
import * as sql from "./subscription.sql.ts";

export const SUBSCRIPTIONS_DUE = "webhook-subscriptions";
const HOUR_MS = 60 * 60_000;

/** Every hour: checks that our app gets the webhooks of each official number (docs/rules/reconciliation.md#official-numbers). */
export const subscriptionsJob = defineDueJob({
  job: SUBSCRIPTIONS_DUE,
  every: { seconds: 60 },
  failure: "subscriptions of official numbers not checked",
  retryMs: HOUR_MS,
  async run(tenant) {
    const connections = queryAll(tenant.db, sql.officialConnections);
    for (const { id } of connections) await checkSubscription(tenant, id);
    return connections.length === 0 ? null : tenant.clock.now() + HOUR_MS;
  },
});

/** Stores the answer. Without an answer the time of the last check is unchanged. */
async function checkSubscription(tenant: Tenant, connectionId: number): Promise<void> {
  const isSubscribed = await askSubscription(tenant, connectionId);
  if (isSubscribed === null) return;
  tenant.write((unit) => {
    execute(unit.db, sql.storeCheck, {
      connectionId,
      now: unit.now,
      subscribedAt: isSubscribed ? unit.now : null,
    });
    unit.emit(ReconciliationChanged, { connectionId });
  });
}

async function askSubscription(tenant: Tenant, connectionId: number): Promise<boolean | null> {
  const account = metaAccountOf(tenant.db, connectionId);
  const token = tokenOf(tenant, account);
  if (!account?.parentId || token === null) return null;
  try {
    const answer = await createGraph(tenant.installation).call({
      method: "GET",
      path: `${account.parentId}/subscribed_apps`,
      token,
    });
    const ids = listOf(answer["data"]).map((app) => textOf(partOf(app["whatsapp_business_api_data"])["id"]));
    const ours = installationSetting(tenant.installation, "metaAppId");
    return ours === "" ? ids.length > 0 : ids.includes(ours);
  } catch (error) {
    if (error instanceof GraphError) return null;
    throw error;
  }
}
