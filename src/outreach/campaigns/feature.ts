import { MediaReadersPort } from "#channels/media/index.ts";
import { ListUsePort } from "#outreach/contact-lists/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { mayReadCampaignFile } from "./attachment.ts";
import { broadcastCampaigns } from "./broadcasts.ts";
import { exportCampaigns } from "./contact-export.ts";
import { listUse } from "./lists.ts";
import { campaignsJob } from "./look-after.ts";
import { followMarks } from "./marks.ts";
import { followOthers } from "./other-changes.ts";
import { followOutcomes } from "./outcomes.ts";
import { createPacer, PacerPort } from "./pacer.ts";
import { followReplies } from "./replies.ts";
import { campaignRoutes } from "./routes.ts";
import { PaceRandomPort } from "./turn.ts";

/** Messages to many at a pace that keeps the number alive (docs/rules/campaigns.md). */
export const campaigns = defineFeature({
  name: "campaigns",
  routes: campaignRoutes,
  jobs: [campaignsJob],
  listen(installation) {
    const { ports } = installation;
    ports.plug(PaceRandomPort, Math.random);
    ports.plug(PacerPort, createPacer(installation));
    ports.plug(ListUsePort, listUse);
    ports.use(MediaReadersPort).push(mayReadCampaignFile);
    followOutcomes(installation);
    followMarks(installation);
    followReplies(installation);
    followOthers(installation);
    exportCampaigns(installation);
    broadcastCampaigns(installation);
  },
  stop: ({ ports }) => ports.use(PacerPort).stop(),
});
