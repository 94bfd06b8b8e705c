import { setting } from "#accounts/settings/index.ts";
import {
  createPlannedMessage,
  type PlannedSend,
  replanMessage,
  type Situation,
  valuesFor,
} from "#inbox/messages/index.ts";
import { changeRecipient } from "#outreach/campaigns/recipients/rows.ts";
import type { Campaign, CampaignRecipient } from "#outreach/campaigns/schema.ts";
import type { Contact } from "#people/contacts/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { finishIfDone } from "./control.ts";
import { PART_GAP_MS } from "./pacing.ts";
import { type Part, partsFor, requestFor, variantFor } from "./parts.ts";
import { renderCampaign } from "./render.ts";

/** Source name of campaign messages in the outbox. */
export const SOURCE = "campaign";
/**
 * Source key in the outbox, by which a part is sent to a recipient at most once
 * (docs/rules/campaigns.md#cancel-and-restart).
 */
const sourceKey = (row: CampaignRecipient, part: string): string =>
  `${SOURCE}:${row.campaignId}:${row.contactKey}:${part}`;

/**
 * Writes the next message of a recipient (the confirmation request, or all parts of the message) into the
 * conversation and the outbox, and updates the recipient, in one transaction, so that a crash writes all of it or
 * nothing.
 */
export function dispatch(
  unit: TenantUnit,
  campaign: Campaign,
  row: CampaignRecipient,
  contact: Contact,
): void {
  const variant = variantFor(campaign, row);
  const request =
    campaign.confirmation && row.confirmedAt === null && requestFor(campaign, variant?.slot ?? null);
  const parts = request ? [request] : partsFor(unit.db, campaign, variant);
  const written = parts.map((part, index) => write(unit, campaign, row, contact, part, index));
  const last = written.at(-1);
  const common = { contactId: contact.id, variant: variant?.slot ?? null, dispatchedAt: unit.now };
  if (!last || "code" in last) {
    changeRecipient(unit, row, {
      ...common,
      state: "failed",
      reason: last?.code ?? "ERR_CAMPAIGN_NO_MESSAGE",
    });
    finishIfDone(unit, campaign.id);
    return;
  }
  const { messageId } = last;
  if (request)
    changeRecipient(unit, row, {
      ...common,
      messageId,
      state: "awaiting_confirmation",
      confirmationRequestedAt: unit.now,
    });
  // The message was already in the outbox and its result was reported before the recipient had its id: apply the
  // result now.
  else if (last.state === "sent")
    changeRecipient(unit, row, {
      ...common,
      messageId,
      state: "sent",
      deliveredAt: row.deliveredAt ?? unit.now,
    });
  else changeRecipient(unit, row, { ...common, messageId, state: "queued", reason: null });
}

function write(
  unit: TenantUnit,
  campaign: Campaign,
  row: CampaignRecipient,
  contact: Contact,
  part: Part,
  index: number,
): PlannedSend {
  const key = sourceKey(row, part.key);
  const before = replanMessage(unit, SOURCE, key);
  if (before) return before;
  const { template } = part;
  return createPlannedMessage(unit, {
    contactId: contact.id,
    connectionId: campaign.connectionId ?? 0,
    text: (situation) => (part.rendered ? filledIn(unit, row, contact, part.text, situation) : part.text),
    fileId: part.fileId,
    ...(template && {
      template: {
        name: template.templateName,
        language: template.templateLanguage,
        values: (situation) =>
          template.parameters.map((value) => filledIn(unit, row, contact, value, situation)),
      },
    }),
    author: null,
    origin: SOURCE,
    notBefore: unit.now + index * PART_GAP_MS,
    source: SOURCE,
    sourceKey: key,
  });
}

/** Fills in a text; name, number and e-mail of the list take precedence over those of the contact. */
function filledIn(
  { tenant }: TenantUnit,
  row: CampaignRecipient,
  contact: Contact,
  text: string,
  situation: Situation,
): string {
  const recipient = {
    name: row.name || contact.name,
    number: row.number || (contact.number ?? ""),
    email: row.email || contact.email,
  };
  const values = valuesFor(tenant, { ...situation, contactName: recipient.name });
  return renderCampaign(text, recipient, setting(tenant, "variables"), values);
}
