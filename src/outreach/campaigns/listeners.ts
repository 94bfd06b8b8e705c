import { CompanyChanged } from "#accounts/companies/events.ts";
import { SettingChanged } from "#accounts/settings/events.ts";
import { ConnectionDeleted, SessionChanged } from "#channels/connections/events.ts";
import { ConsentWithdrawn } from "#inbox/consents/events.ts";
import { TicketDeleting } from "#inbox/tickets/events.ts";
import { ContactDeleting, ContactMerging, ContactUnmerging } from "#people/contacts/events.ts";
import { all, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { CAMPAIGNS_DUE, changeCampaign } from "./editing/write.ts";
import { changeRecipient, recipientsOfContact } from "./recipients/rows.ts";
import { optOut } from "./replies/opt-out.ts";
import { finishIfDone } from "./sending/finish.ts";
import { PacerPort } from "./sending/pacer.ts";
import { pauseConnection } from "./sending/pause.ts";

/**
 * Delay before a reconnected number resumes campaigns (docs/rules/campaigns.md#number-protection), ms.
 */
const RESUME_AFTER_MS = 2 * 60_000;
const RESUME_SOON = `UPDATE campaign SET resume_at = ?1 WHERE connection_id = ?2 AND status = 'running'
  AND pause_reason = 'disconnected' RETURNING id`;
const NOT_YET = `UPDATE campaign SET resume_at = NULL WHERE connection_id = ? AND resume_at IS NOT NULL`;
const MATTERS: readonly string[] = ["campaignWindow", "campaignDailyCap", "campaignsEnabled", "timeZone"];

/** Name in the list of what a merge moved. */
const TABLE = "campaign_recipient";
const MOVE = "UPDATE campaign_recipient SET contact_id = ?1 WHERE contact_id = ?2 RETURNING id";
const BACK = `UPDATE campaign_recipient SET contact_id = ?1
  WHERE contact_id = ?2 AND id IN (SELECT value FROM json_each(?3))`;

/** What becomes of campaigns when a connection, a contact, a ticket, a setting or the company itself changes. */
export function listenForChanges(installation: Installation): void {
  const { bus } = installation;
  bus.within(SessionChanged, (unit, { connectionId, after }) =>
    connectionIs(unit, connectionId, after.status),
  );
  bus.within(ConnectionDeleted, (unit, { connectionId }) =>
    pauseConnection(unit, connectionId, "connection_deleted"),
  );
  bus.within(SettingChanged, (unit, { key }) => {
    if (MATTERS.includes(key)) unit.scheduleWake(CAMPAIGNS_DUE, unit.now);
  });
  bus.after(CompanyChanged, (tenant) => tenant.write((unit) => unit.scheduleWake(CAMPAIGNS_DUE, unit.now)));
  followContacts(installation);
  bus.within(ConsentWithdrawn, (unit, { contactId, ticket }) => optOut(unit, contactId, ticket));
  bus.within(TicketDeleting, (unit, { ticket }) => {
    // Its messages go with it, wherever they were on their way.
    for (const row of recipientsOfContact(unit.db, ticket.contactId)) {
      if (row.state !== "queued" && row.state !== "awaiting_confirmation") continue;
      changeRecipient(unit, row, { state: "failed", reason: "ERR_NO_TICKET_FOUND" });
      finishIfDone(unit, row.campaignId);
    }
  });
}

/** A short reconnect pauses nothing: the sender waits. */
function connectionIs(unit: TenantUnit, connectionId: number, status: string): void {
  const { tenant } = unit;
  if (status === "OPENING") return void run(unit.db, NOT_YET, connectionId);
  if (status !== "CONNECTED") {
    run(unit.db, NOT_YET, connectionId);
    pauseConnection(unit, connectionId, "disconnected");
    return;
  }
  const at = unit.now + RESUME_AFTER_MS;
  const resting = all<{ id: number }>(unit.db, RESUME_SOON, at, connectionId);
  for (const { id } of resting) changeCampaign(unit, id, {});
  if (resting.length > 0) unit.scheduleWake(CAMPAIGNS_DUE, at);
  unit.scheduleWake(CAMPAIGNS_DUE, unit.now);
  unit.afterCommit(() => tenant.installation.ports.use(PacerPort).plan(tenant.id, connectionId, unit.now));
}

function followContacts({ bus }: Installation): void {
  bus.within(ContactMerging, ({ db }, { survivor, loser, moved }) =>
    moved.add(
      TABLE,
      all<{ id: number }>(db, MOVE, survivor.id, loser.id).map(({ id }) => id),
    ),
  );
  bus.within(ContactUnmerging, ({ db }, { survivorId, contact, moved }) => {
    run(db, BACK, contact.id, survivorId, JSON.stringify(moved.of(TABLE)));
  });
  // The numbers of the report stay; the person does not.
  bus.within(ContactDeleting, (unit, { contact }) => {
    for (const row of recipientsOfContact(unit.db, contact.id)) {
      const open = ["waiting", "queued", "awaiting_confirmation"].includes(row.state);
      changeRecipient(unit, row, {
        contactId: null,
        contactKey: `gone${row.id}`,
        number: "",
        name: "",
        email: "",
        search: "",
        messageId: null,
        ...(open && { state: "skipped", reason: "contact_deleted" }),
      });
      if (open) finishIfDone(unit, row.campaignId);
    }
  });
}
