import { MediaReadersPort } from "#channels/media/index.ts";
import { OriginNamesPort } from "#inbox/messages/index.ts";
import { ListUsePort } from "#outreach/contact-lists/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { broadcastCampaigns } from "./broadcasts.ts";
import { mayReadCampaignFile } from "./editing/attachment.ts";
import { campaignListUse } from "./editing/list-names.ts";
import { listenForChanges, listenForContactExports } from "./listeners.ts";
import { campaignNameOf } from "./origin-name.ts";
import { listenForOutcomes, listenForReceipts } from "./replies/outcomes.ts";
import { handleReplies } from "./replies/replies.ts";
import { campaignRoutes } from "./routes.ts";
import { campaignsJob } from "./sending/campaigns-job.ts";
import { createPacer, PacerPort } from "./sending/pacer.ts";
import { PaceRandomPort } from "./sending/send-next.ts";

/** Sends one message to many contacts, at a pace that does not get the number blocked (docs/rules/campaigns.md). */
export const campaigns = defineFeature({
  name: "campaigns",
  routes: campaignRoutes,
  jobs: [campaignsJob],
  listen(installation) {
    const { ports } = installation;
    ports.plug(PaceRandomPort, Math.random);
    ports.plug(PacerPort, createPacer(installation));
    ports.plug(ListUsePort, campaignListUse);
    ports.use(MediaReadersPort).push(mayReadCampaignFile);
    ports.use(OriginNamesPort).set("campaign", campaignNameOf);
    listenForOutcomes(installation);
    listenForReceipts(installation);
    handleReplies(installation);
    listenForChanges(installation);
    listenForContactExports(installation);
    broadcastCampaigns(installation);
  },
  stop: ({ ports }) => ports.use(PacerPort).stop(),
});
