import { ListUsePort } from "#contact-lists/index.ts";
import { MediaReadersPort } from "#media/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { mayReadCampaignFile } from "./attachment.ts";
import { deliverCampaigns } from "./deliveries.ts";
import { listUse } from "./lists.ts";
import { campaignRoutes } from "./routes.ts";

/** Messages to many at a pace that keeps the number alive (behaviour 16). */
export const campaigns = defineFeature({
  name: "campaigns",
  routes: campaignRoutes,
  listen(installation) {
    installation.ports.use(MediaReadersPort).push(mayReadCampaignFile);
    installation.ports.plug(ListUsePort, listUse);
    deliverCampaigns(installation);
  },
});
