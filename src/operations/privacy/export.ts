import { withoutCallbacks } from "#automation/integrations/index.ts";
import { ContactExporting } from "#people/contacts/events.ts";
import { all, type Db } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

const OF_TICKETS = "ticket_id IN (SELECT id FROM ticket WHERE contact_id = ?)";
/** What other parts of the product noted of a person's attendances, by the name of its file in the archive. */
const PARTS = {
  "historico.json": `SELECT t.protocol, e.kind, u.name AS user, e.from_state AS fromState, e.to_state AS toState, e.at
    FROM ticket_event e JOIN ticket t ON t.id = e.ticket_id LEFT JOIN user u ON u.id = e.user_id
    WHERE t.contact_id = ? ORDER BY e.id`,
  "inteligencia-artificial.json": `SELECT purpose, model, result, error, trace, at FROM ai_run WHERE ${OF_TICKETS} ORDER BY id`,
  "integracoes.json": `SELECT i.name AS integration, d.event, d.body, d.answer, d.status_code AS statusCode,
      d.created_at AS createdAt FROM integration_delivery d JOIN integration i ON i.id = d.integration_id
    WHERE d.${OF_TICKETS} ORDER BY d.id`,
  "consultas-de-boletos.json": `SELECT system, action, result, created_at AS createdAt FROM billing_lookup
    WHERE ${OF_TICKETS} ORDER BY id`,
  "unioes.json": `SELECT loser AS contact, automatic, merged_at AS mergedAt, undone_at AS undoneAt FROM contact_merge
    WHERE survivor_id = ? ORDER BY id`,
} as const;

/**
 * Completes the archive of a person with what is noted of their attendances elsewhere
 * (docs/rules/contacts.md#deletion).
 */
export function listenForContactExports({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db }, { contact, add }) => {
    for (const [name, sql] of Object.entries(PARTS)) add({ name, rows: () => rowsOf(db, sql, contact.id) });
  });
}

const rowsOf = (db: Db, sql: string, contactId: number) =>
  all<Record<string, unknown>>(db, sql, contactId).map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, shown(key, value)])),
  );

/** Callback URLs can send commands into the conversation and are left out: the customer gets the archive. */
function shown(key: string, value: unknown): unknown {
  if (typeof value === "string") return withoutCallbacks(value);
  return /^at$|At$/.test(key) && typeof value === "number" ? new Date(value).toISOString() : value;
}
