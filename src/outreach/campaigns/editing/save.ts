import { checkVariables, timeZoneOf } from "#accounts/settings/index.ts";
import { requireConnection } from "#channels/connections/index.ts";
import {
  type CampaignBody,
  EDIT_LOCK_MS,
  SLOTS,
  type UpdateCampaignBody,
} from "#outreach/campaigns/contract.ts";
import { campaignLocked, noSuchRow } from "#outreach/campaigns/errors.ts";
import { CampaignCreated } from "#outreach/campaigns/events.ts";
import { isEditable, statusAfterSave } from "#outreach/campaigns/policy.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import { type Campaign, campaign } from "#outreach/campaigns/schema.ts";
import { requireList } from "#outreach/contact-lists/index.ts";
import { requireFileList } from "#outreach/file-lists/index.ts";
import { parseInstant } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { invalidFields, notFound } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { requireComplete } from "./completeness.ts";
import { prepareCosts } from "./costs.ts";
import * as sql from "./editing.sql.ts";
import { CAMPAIGNS_DUE, changeCampaign, writeCampaign } from "./write.ts";

/**
 * Creates a campaign, for admins, and returns its id; with a time it is scheduled immediately. Throws 400 ERR_VALIDATION,
 * ERR_CAMPAIGN_NO_MESSAGE, ERR_CAMPAIGN_NO_RECIPIENTS, ERR_NO_DEF_WAPP_FOUND, 404 ERR_NOT_FOUND, ERR_NO_WAPP_FOUND,
 * ERR_NO_QUEUE_FOUND.
 */
export function createCampaign(ctx: UserCtx, body: CampaignBody): number {
  return ctx.tenant.write((unit) => {
    const { id } = unit.db
      .insert(campaign)
      .values({ name: body.name, userId: ctx.actor.id, createdAt: unit.now, updatedAt: unit.now })
      .returning({ id: campaign.id })
      .get();
    store(ctx, null, requireCampaign(unit.db, id), body);
    unit.emit(CampaignCreated, { campaignId: id });
    return id;
  });
}

/**
 * Changes a campaign, for admins; absent fields keep their value. Throws 409 ERR_CAMPAIGN_LOCKED and as
 * `createCampaign`.
 */
export function updateCampaign(ctx: UserCtx, id: number, body: UpdateCampaignBody): void {
  ctx.tenant.write((unit) => {
    const before = requireCampaign(unit.db, id);
    if (!isEditable(before, unit.now)) throw campaignLocked();
    store(ctx, before, before, body);
  });
}

function store(ctx: UserCtx, before: Campaign | null, row: Campaign, body: UpdateCampaignBody): void {
  const { tenant } = ctx;
  tenant.write((unit) => {
    checkTexts(tenant, body);
    const fields = fieldsOf(tenant, row, body);
    const status = statusAfterSave(before?.status ?? null, fields.scheduledAt, unit.now);
    if (status === "invalid") throw invalidFields({ scheduledAt: "invalid" });
    checkRows(unit.db, fields);
    const after: Campaign = { ...row, ...fields, status };
    if (status === "scheduled") {
      requireComplete(unit.db, after);
      prepareCosts(unit, after);
    }
    const write = before === null ? writeCampaign : changeCampaign;
    write(unit, row.id, { ...fields, ...freezeAgain(row, after), status });
    if (status === "scheduled" && fields.scheduledAt !== null)
      unit.scheduleWake(CAMPAIGNS_DUE, fields.scheduledAt - EDIT_LOCK_MS);
  });
}

/** Checks the variables of the texts: contact lists only have names, numbers and e-mails. */
function checkTexts(tenant: Tenant, body: UpdateCampaignBody): void {
  const texts = SLOTS.flatMap((slot) => [
    [`message${slot}`, body[`message${slot}`]] as const,
    [`confirmationMessage${slot}`, body[`confirmationMessage${slot}`]] as const,
    [`template${slot}`, body[`template${slot}`]?.parameters.join("\n")] as const,
  ]);
  checkVariables(tenant, Object.fromEntries(texts), { braces: "campaign" });
}

/** After a change of list or tag, the recipients of the previous one who got nothing are deleted. */
function freezeAgain(before: Campaign, after: Campaign): Partial<Campaign> {
  const same = before.contactListId === after.contactListId && before.tagListId === after.tagListId;
  const phase = same && before.freezePhase !== "drop" ? "list" : "drop";
  return { freezePhase: phase, freezeCursor: 0, listFromTag: same && after.listFromTag };
}

function fieldsOf(tenant: Tenant, row: Campaign, body: UpdateCampaignBody) {
  const id = (given: number | null | undefined, kept: number | null) => (given === undefined ? kept : given);
  return {
    name: body.name ?? row.name,
    confirmation: body.confirmation ?? row.confirmation,
    contactListId: id(body.contactListId, row.contactListId),
    tagListId: id(body.tagListId, row.tagListId),
    connectionId: id(body.whatsappId, row.connectionId),
    fileListId: id(body.fileListId, row.fileListId),
    replyQueueId: id(body.campaignReplyQueueId, row.replyQueueId),
    scheduledAt: timeOf(tenant, body.scheduledAt, row.scheduledAt),
    ...textsOf(row, body),
    ...templatesOf(row, body),
  };
}

function textsOf(row: Campaign, body: UpdateCampaignBody) {
  const texts = SLOTS.flatMap((slot) =>
    (["message", "confirmationMessage"] as const).map((kind) => {
      const key = `${kind}${slot}` as const;
      return [key, body[key] === undefined ? row[key] : (body[key] ?? "")] as const;
    }),
  );
  return Object.fromEntries(texts) as Record<(typeof texts)[number][0], string>;
}

function templatesOf(row: Campaign, body: UpdateCampaignBody) {
  const templates = SLOTS.map((slot) => {
    const key = `template${slot}` as const;
    const given = body[key];
    return [key, given === undefined ? row[key] : given && JSON.stringify(given)] as const;
  });
  return Object.fromEntries(templates) as Record<(typeof templates)[number][0], string | null>;
}

function timeOf(tenant: Tenant, text: string | null | undefined, kept: number | null): number | null {
  if (text === undefined) return kept;
  if (text === null || text === "" || text === "null") return null;
  const at = parseInstant(text, timeZoneOf(tenant));
  if (at === undefined) throw invalidFields({ scheduledAt: "invalid" });
  return at;
}

type Pointers = "contactListId" | "tagListId" | "fileListId" | "connectionId" | "replyQueueId";

function checkRows(db: Db, row: Pick<Campaign, Pointers>): void {
  if (row.contactListId !== null) requireList(db, row.contactListId);
  if (row.fileListId !== null) requireFileList(db, row.fileListId);
  if (row.tagListId !== null && !queryOne(db, sql.hasTag, { id: row.tagListId })) throw noSuchRow();
  if (row.connectionId !== null) requireConnection(db, row.connectionId);
  if (row.replyQueueId !== null && !queryOne(db, sql.hasQueue, { id: row.replyQueueId }))
    throw notFound("ERR_NO_QUEUE_FOUND");
}
