import { query } from "#platform/db/query.ts";

const OF_TICKETS = "ticket_id IN (SELECT id FROM ticket WHERE contact_id = :contactId)";
const part = (text: string) => query<{ contactId: number }, Record<string, unknown>>(text);
export type Part = ReturnType<typeof part>;

/** Data of other features about a person's tickets, by file name in the archive. */
export const PARTS = {
  "historico.json":
    part(`SELECT t.protocol, e.kind, u.name AS user, e.from_state AS fromState, e.to_state AS toState, e.at
    FROM ticket_event e JOIN ticket t ON t.id = e.ticket_id LEFT JOIN user u ON u.id = e.user_id
    WHERE t.contact_id = :contactId ORDER BY e.id`),
  "inteligencia-artificial.json": part(
    `SELECT purpose, model, result, error, trace, at FROM ai_run WHERE ${OF_TICKETS} ORDER BY id`,
  ),
  "integracoes.json":
    part(`SELECT i.name AS integration, d.event, d.body, d.answer, d.status_code AS statusCode,
      d.created_at AS createdAt FROM integration_delivery d JOIN integration i ON i.id = d.integration_id
    WHERE d.${OF_TICKETS} ORDER BY d.id`),
  "consultas-de-boletos.json":
    part(`SELECT system, action, result, created_at AS createdAt FROM billing_lookup
    WHERE ${OF_TICKETS} ORDER BY id`),
  "unioes.json":
    part(`SELECT loser AS contact, automatic, merged_at AS mergedAt, undone_at AS undoneAt FROM contact_merge
    WHERE survivor_id = :contactId ORDER BY id`),
} as const;
