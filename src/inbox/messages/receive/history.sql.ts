import type { Ticket } from "#inbox/tickets/index.ts";
import { query } from "#platform/db/query.ts";

export const rules = query<{ id: number }, { channel: Ticket["channel"]; wanted: number }>(
  "SELECT channel, import_history AS wanted FROM connection WHERE id = :id",
);
export const imported = query<
  { contactId: number; connectionId: number },
  { id: number }
>(`SELECT id FROM ticket WHERE contact_id = :contactId AND connection_id = :connectionId AND origin = 'import'
  ORDER BY id DESC LIMIT 1`);
