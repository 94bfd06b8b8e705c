import { CompanyChanged } from "#accounts/companies/events.ts";
import { SettingChanged } from "#accounts/settings/events.ts";
import { ConnectionDeleted, RestrictionChanged, SessionChanged } from "#channels/connections/events.ts";
import { ConsentWithdrawn } from "#inbox/consents/events.ts";
import { TicketDeleting } from "#inbox/tickets/events.ts";
import {
  ContactDeleting,
  ContactExporting,
  ContactMerging,
  ContactUnmerging,
} from "#people/contacts/events.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { resumeLater, stopResume } from "./campaigns.sql.ts";
import { CAMPAIGNS_DUE, changeCampaign } from "./editing/write.ts";
import * as sql from "./recipients/recipients.sql.ts";
import { changeRecipient, recipientsOfContact } from "./recipients/rows.ts";
import { optOut } from "./replies/replies.ts";
import { campaignsOfContact } from "./report/report.sql.ts";
import { finishIfDone, pauseConnection } from "./sending/control.ts";
import { PacerPort } from "./sending/pacer.ts";

/**
 * Delay before a reconnected number resumes campaigns (docs/rules/campaigns.md#number-protection), ms.
 */
const RESUME_AFTER_MS = 2 * 60_000;
const WATCHED: readonly string[] = ["campaignWindow", "campaignDailyCap", "campaignsEnabled", "timeZone"];

/** Table name in the record of rows that a merge of contacts moved. */
const TABLE = "campaign_recipient";
/** Updates campaigns when a connection, a contact, a ticket, a setting or the company changes. */
export function listenForChanges(installation: Installation): void {
  const { bus } = installation;
  bus.within(SessionChanged, (unit, { connectionId, after }) =>
    sessionChanged(unit, connectionId, after.status),
  );
  bus.within(RestrictionChanged, (unit, { change, connectionId }) => {
    if (change === "ended" || change === "dropped") wakeCampaigns(unit, connectionId);
  });
  bus.within(ConnectionDeleted, (unit, { connectionId }) =>
    pauseConnection(unit, connectionId, "connection_deleted"),
  );
  bus.within(SettingChanged, (unit, { key }) => {
    if (WATCHED.includes(key)) unit.scheduleWake(CAMPAIGNS_DUE, unit.now);
  });
  bus.after(CompanyChanged, (tenant) => tenant.write((unit) => unit.scheduleWake(CAMPAIGNS_DUE, unit.now)));
  followContacts(installation);
  bus.within(ConsentWithdrawn, (unit, { contactId, ticket }) => optOut(unit, contactId, ticket));
  bus.within(TicketDeleting, (unit, { ticket }) => {
    // Deleting a ticket also deletes its messages, including queued ones.
    for (const row of recipientsOfContact(unit.db, ticket.contactId)) {
      if (row.state !== "queued" && row.state !== "awaiting_confirmation") continue;
      changeRecipient(unit, row, { state: "failed", reason: "ERR_NO_TICKET_FOUND" });
      finishIfDone(unit, row.campaignId);
    }
  });
}

/**
 * A connection that goes offline pauses its campaigns. During a short reconnect they are not paused; the sender only
 * waits.
 */
function sessionChanged(unit: TenantUnit, connectionId: number, status: string): void {
  if (status === "OPENING") return void execute(unit.db, stopResume, { connectionId });
  if (status !== "CONNECTED") {
    execute(unit.db, stopResume, { connectionId });
    pauseConnection(unit, connectionId, "disconnected");
    return;
  }
  const at = unit.now + RESUME_AFTER_MS;
  const resumed = queryAll(unit.db, resumeLater, { at, connectionId });
  for (const { id } of resumed) changeCampaign(unit, id, {});
  if (resumed.length > 0) unit.scheduleWake(CAMPAIGNS_DUE, at);
  wakeCampaigns(unit, connectionId);
}

/** The campaigns of a connection may send again. */
function wakeCampaigns(unit: TenantUnit, connectionId: number): void {
  const { tenant } = unit;
  unit.scheduleWake(CAMPAIGNS_DUE, unit.now);
  unit.afterCommit(() => tenant.installation.ports.use(PacerPort).plan(tenant.id, connectionId, unit.now));
}

function followContacts({ bus }: Installation): void {
  bus.within(ContactMerging, ({ db }, { survivor, loser, moved }) =>
    moved.add(
      TABLE,
      queryAll(db, sql.moveRecipients, { survivorId: survivor.id, loserId: loser.id }).map(({ id }) => id),
    ),
  );
  bus.within(ContactUnmerging, ({ db }, { survivorId, contact, moved }) => {
    execute(db, sql.returnRecipients, {
      ...{ contactId: contact.id, survivorId, ids: JSON.stringify(moved.of(TABLE)) },
    });
  });
  // A deleted contact stays in the counts of the report; its personal data is deleted.
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

/** The export of a contact contains the campaigns that wrote to it (docs/rules/contacts.md#deletion). */
export function listenForContactExports({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db }, { contact, add }) =>
    add({
      name: "campanhas.json",
      rows: () => queryAll(db, campaignsOfContact, { contactId: contact.id }).map(exported),
    }),
  );
}

const exported = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      key.endsWith("At") && typeof value === "number" ? new Date(value).toISOString() : value,
    ]),
  );
