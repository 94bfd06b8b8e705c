import { hasMedia, mediaStoreOf } from "#channels/media/index.ts";
import { ContactExporting } from "#people/contacts/events.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { WIRE_STATUS } from "./present.ts";
import type { Row } from "./scheduled-messages.sql.ts";
import * as sql from "./scheduled-messages.sql.ts";

/** Adds a contact's scheduled messages to the export of personal data (docs/rules/contacts.md#deletion). */
export function exportSchedules({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db, tenant }, { contact, add }) => {
    const rows = () => queryAll(db, sql.exportRows, { contactId: contact.id });
    add({ name: "agendamentos.json", rows: () => rows().map(exported) });
    add({
      files: () =>
        rows().flatMap((row) =>
          row.path === null
            ? []
            : [
                {
                  name: placeOf(row),
                  path: mediaStoreOf(tenant).pathOf(row.path),
                  bring: () => hasMedia(tenant, row),
                },
              ],
        ),
    });
  });
}

const placeOf = ({ id, name }: Row): string =>
  `agendamentos/${id}-${(name ?? "arquivo").replace(/[/\\]/g, "_")}`;

const exported = (row: Row) => ({
  body: row.body,
  sendAt: new Date(row.sendAt).toISOString(),
  sentAt: row.sentAt === null ? null : new Date(row.sentAt).toISOString(),
  status: WIRE_STATUS[row.status],
  recurrence: row.recurrence,
  file: row.path === null ? null : placeOf(row),
});
