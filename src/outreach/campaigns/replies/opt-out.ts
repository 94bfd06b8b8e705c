import { createAutomaticMessage } from "#inbox/messages/index.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { changeRecipient, recipientsOfContact } from "#outreach/campaigns/recipients/rows.ts";
import { finishIfDone } from "#outreach/campaigns/sending/finish.ts";
import { setOptedOut, visibleContact } from "#people/contacts/index.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";

/** docs/rules/campaigns.md#opt-out. */
export const OPTED_OUT_TEXT = "Pronto, você não receberá mais mensagens de campanha.";

/** Opts a contact out of all campaigns, including those that wait for its confirmation, and sends one confirmation. */
export function optOut(unit: TenantUnit, contactId: number, ticket: Ticket): void {
  if (!setOptedOut(unit, contactId, true)) return;
  for (const row of recipientsOfContact(unit.db, contactId)) {
    if (row.state !== "waiting" && row.state !== "awaiting_confirmation") continue;
    changeRecipient(unit, row, { state: "skipped", reason: "opt_out" });
    finishIfDone(unit, row.campaignId);
  }
  const now = ticketById(unit.db, ticket.id);
  if (now) createAutomaticMessage(unit, { ticket: now, text: OPTED_OUT_TEXT, origin: "system" });
}

/** Undoes an opt-out, for every user; the contact gets campaigns that start later. Throws 404 ERR_NO_CONTACT_FOUND. */
export function undoOptOut({ tenant }: UserCtx, contactId: number): void {
  tenant.write((unit) => {
    visibleContact(tenant, contactId);
    setOptedOut(unit, contactId, false);
  });
}
