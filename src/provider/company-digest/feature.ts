import { storeDigest } from "#accounts/companies/index.ts";
import { QueueCreated, QueueDeleted } from "#accounts/queues/events.ts";
import { SettingChanged } from "#accounts/settings/events.ts";
import { UserCreated, UserDeleted } from "#accounts/users/events.ts";
import { ConnectionDeleted, ConnectionSaved } from "#channels/connections/events.ts";
import { StorageChanged } from "#channels/media/events.ts";
import { defineFeature } from "#tenants/feature.ts";

/** Copies the figures that the provider's list of companies shows from the companies' own databases. */
export const companyDigest = defineFeature({
  name: "company-digest",
  listen({ bus }) {
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
