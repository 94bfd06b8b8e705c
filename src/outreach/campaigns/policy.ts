import type { TemplateChoice } from "#channels/templates/contract.ts";
import { EDIT_LOCK_MS, SLOTS, type Slot } from "./contract.ts";
import type { Campaign, CampaignStatus } from "./schema.ts";

/** A time that has only just passed means: at once (docs/rules/campaigns.md#states). */
const JUST_PASSED_MS = 5 * 60_000;
/**
 * A campaign that fell due longer ago than this, for example during downtime, is not started any more
 * (docs/rules/campaigns.md#cancel-and-restart).
 */
export const LATE_LIMIT_MS = 12 * 60 * 60_000;

type Stage = Pick<Campaign, "status" | "scheduledAt">;

const isFarAhead = ({ status, scheduledAt }: Stage, nowMs: number): boolean =>
  status === "scheduled" && (scheduledAt ?? 0) - nowMs > EDIT_LOCK_MS;

/** docs/rules/screens.md#campaigns: stopped, or its time is more than an hour ahead. */
export const isEditable = (campaign: Stage, nowMs: number): boolean =>
  campaign.status === "inactive" || campaign.status === "cancelled" || isFarAhead(campaign, nowMs);

/** Finished campaigns may also be deleted. */
export const isDeletable = (campaign: Stage, nowMs: number): boolean =>
  campaign.status === "finished" || isEditable(campaign, nowMs);

/**
 * The status after a save (docs/rules/campaigns.md#states); `invalid` = the time is in the past. Null = a new
 * campaign.
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

/** Texts that are not blank, with the number of their slot. */
export const textsOf = (
  campaign: Campaign,
  kind: "message" | "confirmationMessage",
): readonly { readonly slot: Slot; readonly text: string }[] =>
  SLOTS.flatMap((slot) => {
    const text = campaign[`${kind}${slot}`];
    return text.trim() === "" ? [] : [{ slot, text }];
  });

/** Content of one slot: a template where one is chosen, else its text. */
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

/** `listed` = its file list has files. */
export const hasContent = (campaign: Campaign, listed: boolean): boolean =>
  variantsOf(campaign).length > 0 || campaign.mediaId !== null || listed;

export const hasRecipients = (campaign: Pick<Campaign, "contactListId" | "tagListId">): boolean =>
  campaign.contactListId !== null || campaign.tagListId !== null;
