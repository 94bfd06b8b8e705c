import { storeDigest, UsagePort } from "#accounts/companies/index.ts";
import { QueueCreated, QueueDeleted } from "#accounts/queues/events.ts";
import { SettingChanged } from "#accounts/settings/events.ts";
import { UserCreated, UserDeleted } from "#accounts/users/events.ts";
import { ConnectionDeleted, ConnectionSaved } from "#channels/connections/events.ts";
import { StorageChanged } from "#channels/media/events.ts";
import { queryOne } from "#platform/db/query.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./queries.sql.ts";

function usageOf({ db }: Tenant) {
  const usage = queryOne(db, sql.usage);
  if (!usage) throw new Error("the count of a company's usage returned no row");
  return usage;
}

/** Copies the figures that the provider's list of companies shows from the companies' own databases. */
export const companyDigest = defineFeature({
  name: "company-digest",
  listen({ bus, ports }) {
    ports.plug(UsagePort, usageOf);
    for (const event of [UserCreated, UserDeleted]) bus.after(event, storeDigest);
    for (const event of [QueueCreated, QueueDeleted]) bus.after(event, storeDigest);
    bus.after(StorageChanged, storeDigest);
    bus.after(ConnectionDeleted, storeDigest);
    bus.after(ConnectionSaved, (tenant, { created }) => {
      if (created) storeDigest(tenant);
    });
    bus.after(SettingChanged, (tenant, { key }) => {
      if (key === "campaignsEnabled") storeDigest(tenant);
    });
  },
});
