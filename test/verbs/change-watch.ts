import { all } from "#platform/db/database.ts";
import type { Office } from "./office.ts";

const MOVES = ["queue_id", "priority", "connection_id", "contact_id"];
const noteRow = (name: string, event: string, row: "old" | "new", table: string, kept: string) => `
  CREATE TEMP TRIGGER ${name} AFTER ${event} ON main.${table} WHEN ${row}.ticket_id IS NOT NULL BEGIN
    INSERT INTO seen_changes (ticket_id, ${kept}) VALUES (${row}.ticket_id, ${row}.${kept});
  END;`;

/** Temporary objects of the connection: neither the file nor other tests have them. */
const WATCH = `
  CREATE TEMP TABLE seen_changes (id INTEGER PRIMARY KEY, ticket_id INTEGER NOT NULL, tag_id INTEGER, field_id INTEGER);
  ${noteRow("seen_tag", "INSERT", "new", "ticket_tag", "tag_id")}
  ${noteRow("seen_untag", "DELETE", "old", "ticket_tag", "tag_id")}
  ${noteRow("seen_value", "INSERT", "new", "field_value", "field_id")}
  ${noteRow("seen_no_value", "DELETE", "old", "field_value", "field_id")}
  CREATE TEMP TRIGGER seen_move AFTER UPDATE OF ${MOVES.join(", ")} ON main.ticket
    WHEN ${MOVES.map((column) => `new.${column} IS NOT old.${column}`).join(" OR ")} BEGIN
    INSERT INTO seen_changes (ticket_id) VALUES (new.id);
  END;`;

/**
 * The tickets in which something changed that selects an SLA policy (docs/rules/sla.md#policies), also when the same command
 * changed it back: a rule may remove the tag that started it. Comparing the rows before and after a command shows no such change.
 */
export class ChangeWatch {
  readonly #office: Office;
  readonly #changed = new Set<number>();
  #lastId = 0;

  constructor(office: Office) {
    this.#office = office;
    office.tenant.db.$client.exec(WATCH);
  }

  /** Reads what has changed since the last call. A tag or field that was deleted from the company changes no ticket. */
  read(): void {
    const rows = all<{ id: number; ticketId: number }>(
      this.#office.tenant.db,
      `SELECT id, ticket_id AS ticketId FROM seen_changes WHERE id > ?
        AND (tag_id IS NULL OR tag_id IN (SELECT id FROM tag))
        AND (field_id IS NULL OR field_id IN (SELECT id FROM field)) ORDER BY id`,
      this.#lastId,
    );
    for (const { ticketId } of rows) this.#changed.add(ticketId);
    this.#lastId = rows.at(-1)?.id ?? this.#lastId;
  }

  /** Whether the ticket has changed since the last call for it. */
  take(ticketId: number): boolean {
    return this.#changed.delete(ticketId);
  }
}
