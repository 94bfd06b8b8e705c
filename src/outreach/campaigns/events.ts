import { defineEvent } from "#platform/events/define-event.ts";

interface OneCampaign {
  readonly campaignId: number;
}

export const CampaignCreated = defineEvent<OneCampaign>("campaign.created");
/** Fields, status, pause or counts of a campaign changed. */
export const CampaignUpdated = defineEvent<OneCampaign>("campaign.updated");
export const CampaignDeleted = defineEvent<OneCampaign>("campaign.deleted");
