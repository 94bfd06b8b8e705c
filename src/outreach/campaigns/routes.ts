import * as v from "valibot";
import { RecipientPage, RecipientQuery } from "#outreach/campaigns/report/contract.ts";
import { recipientPage, recipientsCsv } from "#outreach/campaigns/report/recipients.ts";
import { RiskAnswer } from "#outreach/campaigns/risk/contract.ts";
import { riskOf } from "#outreach/campaigns/risk/risk.ts";
import { CampaignSettingAnswer, CampaignSettingsBody } from "#outreach/campaigns/settings/contract.ts";
import { campaignSettings, saveCampaignSettings } from "#outreach/campaigns/settings/settings-call.ts";
import { HUGE_BODY_BYTES, LARGE_BODY_BYTES } from "#platform/http/body/body.ts";
import { FileQuery, IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { campaignPage } from "./campaign-page.ts";
import {
  AudienceAnswer,
  AudienceQuery,
  CampaignAnswer,
  CampaignBody,
  CampaignDetail,
  CampaignPage,
  CampaignQuery,
  PreviewAnswer,
  PreviewBody,
  UpdateCampaignBody,
} from "./contract.ts";
import { attachFile, detachFile } from "./editing/attachment.ts";
import { audienceOf } from "./editing/audience.ts";
import { previewTexts } from "./editing/preview.ts";
import { createCampaign, updateCampaign } from "./editing/save.ts";
import { deleteCampaign } from "./editing/write.ts";
import { noCampaign } from "./errors.ts";
import { presentCampaign, presentDetail } from "./present.ts";
import { findCampaign } from "./queries.ts";
import { undoOptOut } from "./replies/replies.ts";
import { requireCampaigns } from "./require-campaigns.ts";
import { cancelCampaign, pauseCampaign, restartCampaign, resumeCampaign } from "./sending/control.ts";

const admins = { access: "admin", planFlag: "useCampaigns" } as const;

function found({ tenant }: UserCtx, id: number) {
  const view = findCampaign(tenant.db, id);
  if (!view) throw noCampaign();
  return view;
}
const answer = (ctx: UserCtx, id: number) => presentCampaign(ctx.tenant, found(ctx, id));

/** A route that changes the state of a campaign and returns it. */
const command = (name: string, done: string, summary: string, verb: (ctx: UserCtx, id: number) => void) =>
  route({
    ...admins,
    method: "POST",
    path: `/campaigns/:id/${name}`,
    audit: `campaign.${done}`,
    summary,
    params: IdParams,
    answer: CampaignAnswer,
    handle({ ctx, params }) {
      verb(ctx, params.id);
      return answer(ctx, params.id);
    },
  });

export const campaignRoutes = [
  route({
    ...admins,
    method: "GET",
    path: "/campaigns",
    summary: "A page of the campaigns",
    query: CampaignQuery,
    answer: CampaignPage,
    handle: ({ ctx, query }) => campaignPage(ctx, query),
  }),
  route({
    ...admins,
    method: "GET",
    path: "/campaigns/:id",
    summary: "One campaign with its report",
    params: IdParams,
    answer: CampaignDetail,
    handle: ({ ctx, params }) => presentDetail(ctx.tenant, found(ctx, params.id)),
  }),
  route({
    ...admins,
    method: "GET",
    path: "/campaigns/:id/recipients",
    summary: "A page of the recipients of a campaign",
    params: IdParams,
    query: RecipientQuery,
    answer: RecipientPage,
    handle: ({ ctx, params, query }) => recipientPage(ctx, params.id, query),
  }),
  route({
    ...admins,
    method: "GET",
    path: "/campaigns/:id/recipients.csv",
    audit: "campaign.exported",
    summary: "All recipients of a campaign as a CSV file",
    params: IdParams,
    query: FileQuery,
    answer: v.any(),
    handle: ({ ctx, params, query }) => recipientsCsv(ctx, params.id, query.language),
  }),
  route({
    ...admins,
    method: "POST",
    path: "/campaigns/preview",
    unaudited: "stores nothing",
    maxBodyBytes: LARGE_BODY_BYTES,
    summary: "Preview of texts for a recipient of a list",
    body: PreviewBody,
    answer: PreviewAnswer,
    handle: ({ ctx, body }) => previewTexts(ctx, body),
  }),
  route({
    ...admins,
    method: "POST",
    path: "/campaigns",
    maxBodyBytes: HUGE_BODY_BYTES,
    audit: "campaign.created",
    summary: "Create a campaign",
    body: CampaignBody,
    answer: CampaignAnswer,
    handle: ({ ctx, body }) => answer(ctx, createCampaign(ctx, body)),
  }),
  route({
    ...admins,
    method: "PUT",
    path: "/campaigns/:id",
    maxBodyBytes: HUGE_BODY_BYTES,
    audit: "campaign.changed",
    summary: "Change a campaign",
    params: IdParams,
    body: UpdateCampaignBody,
    answer: CampaignAnswer,
    handle({ ctx, params, body }) {
      updateCampaign(ctx, params.id, body);
      return answer(ctx, params.id);
    },
  }),
  route({
    ...admins,
    method: "DELETE",
    path: "/campaigns/:id",
    audit: "campaign.removed",
    summary: "Delete a campaign",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      deleteCampaign(ctx, params.id);
      return { message: "campaign deleted" };
    },
  }),
  route({
    ...admins,
    method: "POST",
    path: "/campaigns/:id/media-upload",
    audit: "campaign.changed",
    summary: "Attach a file to a campaign",
    params: IdParams,
    rawBody: true,
    answer: CampaignAnswer,
    async handle({ ctx, params, request }) {
      await attachFile(ctx, params.id, request);
      return answer(ctx, params.id);
    },
  }),
  route({
    ...admins,
    method: "DELETE",
    path: "/campaigns/:id/media-upload",
    audit: "campaign.changed",
    summary: "Remove the file of a campaign",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      detachFile(ctx, params.id);
      return { message: "file removed" };
    },
  }),
  command("cancel", "cancelled", "Stop a campaign", cancelCampaign),
  command("restart", "restarted", "Go on with a stopped campaign", restartCampaign),
  command("pause", "paused", "Let a running campaign rest", pauseCampaign),
  command("resume", "resumed", "End the rest of a campaign", resumeCampaign),
  route({
    ...admins,
    method: "GET",
    path: "/campaign-audience",
    summary: "Number of recipients of a contact list and a tag",
    query: AudienceQuery,
    answer: AudienceAnswer,
    handle: ({ ctx, query }) => audienceOf(ctx, query),
  }),
  route({
    ...admins,
    method: "GET",
    path: "/campaign-settings",
    summary: "Intervals and variables of the campaigns",
    answer: v.array(CampaignSettingAnswer),
    handle: ({ ctx }) => campaignSettings(ctx.tenant),
  }),
  route({
    ...admins,
    method: "POST",
    path: "/campaign-settings",
    audit: "campaign-settings.changed",
    summary: "Change intervals and variables",
    body: CampaignSettingsBody,
    answer: v.array(CampaignSettingAnswer),
    handle({ ctx, body }) {
      saveCampaignSettings(ctx, body);
      return campaignSettings(ctx.tenant);
    },
  }),
  route({
    ...admins,
    method: "GET",
    path: "/whatsapp/:id/risk",
    summary: "Risk that the network restricts a number",
    params: IdParams,
    answer: RiskAnswer,
    handle: ({ ctx, params }) => riskOf(ctx, params.id),
  }),
  route({
    method: "DELETE",
    path: "/contacts/:id/opt-out",
    audit: "opt-out.removed",
    summary: "Undo a contact's opt-out from campaigns",
    planFlag: "useCampaigns",
    params: IdParams,
    answer: MessageAnswer,
    handle({ ctx, params }) {
      undoOptOut(ctx, params.id);
      return { message: "opt-out undone" };
    },
  }),
].map(requireCampaigns);
