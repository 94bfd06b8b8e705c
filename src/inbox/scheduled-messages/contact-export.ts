import { mediaStoreOf } from "#channels/media/index.ts";
import { ContactExporting } from "#people/contacts/events.ts";
import { all } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

const ROWS = `SELECT s.id, s.body, s.send_at AS sendAt, s.sent_at AS sentAt, s.status, s.recurrence, f.path, f.name
  FROM scheduled_message s LEFT JOIN media_file f ON f.id = s.media_id AND f.state = 'stored'
  WHERE s.contact_id = ? ORDER BY s.id`;

interface Row {
  readonly id: number;
  readonly body: string;
  readonly sendAt: number;
  readonly sentAt: number | null;
  readonly status: string;
  readonly recurrence: string;
  readonly path: string | null;
  readonly name: string | null;
}

/** What was planned for a person is part of what is stored of them (docs/rules/contacts.md#deletion). */
export function exportSchedules({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db, tenant }, { contact, add }) => {
    const rows = () => all<Row>(db, ROWS, contact.id);
    add({ name: "agendamentos.json", rows: () => rows().map(exported) });
    add({
      files: () =>
        rows().flatMap((row) =>
          row.path === null ? [] : [{ name: placeOf(row), path: mediaStoreOf(tenant).pathOf(row.path) }],
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
  status: row.status,
  recurrence: row.recurrence,
  file: row.path === null ? null : placeOf(row),
});
