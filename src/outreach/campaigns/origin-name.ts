import type { Tenant } from "#tenants/tenant.ts";
import { campaignById } from "./queries.ts";
import { recipientOfMessage } from "./recipients/rows.ts";

/** The name of the campaign that sent a message; null when the campaign was deleted. */
export function campaignNameOf({ db }: Tenant, messageId: number): string | null {
  const recipient = recipientOfMessage(db, messageId);
  return (recipient && campaignById(db, recipient.campaignId)?.name) ?? null;
}
