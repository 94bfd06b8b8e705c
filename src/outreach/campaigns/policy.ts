import type { TemplateChoice } from "#channels/templates/contract.ts";
import { EDIT_LOCK_MS, SLOTS, type Slot } from "./contract.ts";
import type { Campaign, CampaignStatus } from "./schema.ts";

/** A start time at most this long ago means "now" (docs/rules/campaigns.md#states), ms. */
const JUST_PASSED_MS = 5 * 60_000;
/**
 * A campaign that was due longer ago than this, for example after downtime, is not started
 * (docs/rules/campaigns.md#cancel-and-restart), ms.
 */
export const LATE_LIMIT_MS = 12 * 60 * 60_000;

type Stage = Pick<Campaign, "status" | "scheduledAt">;

const isFarAhead = ({ status, scheduledAt }: Stage, nowMs: number): boolean =>
  status === "scheduled" && (scheduledAt ?? 0) - nowMs > EDIT_LOCK_MS;

/**
 * Whether a campaign may be edited: it is stopped, or starts in more than an hour (docs/rules/screens.md#campaigns).
 */
export const isEditable = (campaign: Stage, nowMs: number): boolean =>
  campaign.status === "inactive" || campaign.status === "cancelled" || isFarAhead(campaign, nowMs);

/** Whether a campaign may be deleted: it is editable or finished. */
export const isDeletable = (campaign: Stage, nowMs: number): boolean =>
  campaign.status === "finished" || isEditable(campaign, nowMs);

/**
 * The status after a save (docs/rules/campaigns.md#states); `invalid`: the time is in the past. A null campaign is a
 * new one.
 */
export function statusAfterSave(
  before: CampaignStatus | null,
  scheduledAt: number | null,
  nowMs: number,
): CampaignStatus | "invalid" {
  if (before === "cancelled") return scheduledAt !== null && scheduledAt > nowMs ? "scheduled" : before;
  if (scheduledAt === null) return "inactive";
  return scheduledAt >= nowMs - JUST_PASSED_MS ? "scheduled" : "invalid";
}

/** The texts that are not blank, with their slot numbers. */
export const textsOf = (
  campaign: Campaign,
  kind: "message" | "confirmationMessage",
): readonly { readonly slot: Slot; readonly text: string }[] =>
  SLOTS.flatMap((slot) => {
    const text = campaign[`${kind}${slot}`];
    return text.trim() === "" ? [] : [{ slot, text }];
  });

/** Content of one slot: its template, otherwise its text. */
export interface Variant {
  readonly slot: Slot;
  readonly text: string;
  readonly template: TemplateChoice | null;
}

/** The slots with content, in order. */
export const variantsOf = (campaign: Campaign): readonly Variant[] =>
  SLOTS.flatMap((slot) => {
    const text = campaign[`message${slot}`];
    const template = templateOf(campaign, slot);
    return template === null && text.trim() === "" ? [] : [{ slot, text, template }];
  });

export function templateOf(campaign: Pick<Campaign, `template${Slot}`>, slot: Slot): TemplateChoice | null {
  const json = campaign[`template${slot}`];
  return json === null ? null : (JSON.parse(json) as TemplateChoice);
}

/** Whether the campaign has something to send; `listed`: its file list has files. */
export const hasContent = (campaign: Campaign, listed: boolean): boolean =>
  variantsOf(campaign).length > 0 || campaign.mediaId !== null || listed;

export const hasRecipients = (campaign: Pick<Campaign, "contactListId" | "tagListId">): boolean =>
  campaign.contactListId !== null || campaign.tagListId !== null;
