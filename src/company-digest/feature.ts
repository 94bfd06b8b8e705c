import { storeDigest } from "#companies/index.ts";
import { ConnectionDeleted, ConnectionSaved } from "#connections/events.ts";
import { StorageChanged } from "#media/events.ts";
import { QueueCreated, QueueDeleted } from "#queues/events.ts";
import { SettingChanged } from "#settings/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import { UserCreated, UserDeleted } from "#users/events.ts";

/** Keeps what the provider's list of companies shows in step with the companies' own files. */
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
