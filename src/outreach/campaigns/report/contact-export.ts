import { ContactExporting } from "#people/contacts/events.ts";
import { all } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

const ROWS = `SELECT c.name AS campaign, s.state, s.reason, s.number, s.name, s.email, s.confirmation,
    s.confirmation_requested_at AS confirmationRequestedAt, s.confirmed_at AS confirmedAt,
    s.delivered_at AS deliveredAt, s.received_at AS receivedAt, s.read_at AS readAt, s.replied_at AS repliedAt
  FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id WHERE s.contact_id = ? ORDER BY s.id`;

/** Which campaigns wrote to a person is part of what is stored of them (docs/rules/contacts.md#deletion). */
export function listenForContactExports({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db }, { contact, add }) =>
    add({
      name: "campanhas.json",
      rows: () => all<Record<string, unknown>>(db, ROWS, contact.id).map(exported),
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
