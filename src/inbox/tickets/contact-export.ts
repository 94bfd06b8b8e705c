import { ContactExporting } from "#people/contacts/events.ts";
import { all, type Db } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

const TICKETS = `SELECT t.uuid, t.protocol, t.status, t.origin, t.channel, q.name AS queue, u.name AS attendant,
    w.name AS connection, t.close_reason AS closeReason, t.created_at AS createdAt, t.closed_at AS closedAt,
    (SELECT json_group_array(g.name) FROM ticket_tag x JOIN tag g ON g.id = x.tag_id WHERE x.ticket_id = t.id) AS tags,
    (SELECT json_group_array(r.rate) FROM user_rating r JOIN ticket_period k ON k.id = r.period_id
      WHERE k.ticket_id = t.id) AS ratings
  FROM ticket t LEFT JOIN queue q ON q.id = t.queue_id LEFT JOIN user u ON u.id = t.user_id
    LEFT JOIN connection w ON w.id = t.connection_id
  WHERE t.contact_id = ? ORDER BY t.id`;
const NOTES = `SELECT n.note, u.name AS author, n.created_at AS createdAt FROM ticket_note n
  LEFT JOIN user u ON u.id = n.user_id WHERE n.contact_id = ? ORDER BY n.id`;

interface Dated {
  readonly createdAt: number;
}
interface TicketRow extends Dated {
  readonly closedAt: number | null;
  readonly tags: string;
  readonly ratings: string;
}

/** What the tickets know of a person, for the export of their data (docs/rules/contacts.md#deletion). */
export function exportTicketsOfContact({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db }, { contact, add }) => {
    add({ name: "atendimentos.json", rows: () => ticketsOf(db, contact.id) });
    add({ name: "notas.json", rows: () => all<Dated>(db, NOTES, contact.id).map(dated) });
  });
}

const dated = <Row extends Dated>(row: Row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() });

function* ticketsOf(db: Db, contactId: number) {
  for (const row of all<TicketRow>(db, TICKETS, contactId))
    yield {
      ...dated(row),
      closedAt: row.closedAt === null ? null : new Date(row.closedAt).toISOString(),
      tags: JSON.parse(row.tags),
      ratings: JSON.parse(row.ratings),
    };
}
