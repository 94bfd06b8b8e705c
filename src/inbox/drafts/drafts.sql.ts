import { query } from "#platform/db/query.ts";
import type { DraftRow } from "./schema.ts";

const COLUMNS =
  "d.ticket_id AS ticketId, d.mode, d.body, d.quoted_id AS quotedId, d.version, d.updated_at AS updatedAt";

type Place = Pick<DraftRow, "userId" | "ticketId" | "mode">;
type Shown = Omit<DraftRow, "userId">;

export const stored = query<Place, Shown>(
  `SELECT ${COLUMNS} FROM draft d WHERE d.user_id = :userId AND d.ticket_id = :ticketId AND d.mode = :mode`,
);
export const newestVersion = query<{ userId: number }, { version: number }>(
  "SELECT coalesce(max(version), 0) AS version FROM draft WHERE user_id = :userId",
);
export const store = query<Omit<DraftRow, "userId"> & { userId: number }>(
  `INSERT INTO draft (user_id, ticket_id, mode, body, quoted_id, version, updated_at)
   VALUES (:userId, :ticketId, :mode, :body, :quotedId, :version, :updatedAt)
   ON CONFLICT (user_id, ticket_id, mode) DO UPDATE SET body = excluded.body, quoted_id = excluded.quoted_id,
     version = excluded.version, updated_at = excluded.updated_at`,
);
export const remove = query<Place>(
  "DELETE FROM draft WHERE user_id = :userId AND ticket_id = :ticketId AND mode = :mode",
);
export const page = query<
  { userId: number; before: number; limit: number },
  Shown & { uuid: string; contactName: string }
>(
  `SELECT ${COLUMNS}, t.uuid, c.name AS contactName FROM draft d JOIN ticket t ON t.id = d.ticket_id
   JOIN contact c ON c.id = t.contact_id WHERE d.user_id = :userId AND d.version < :before
   ORDER BY d.version DESC LIMIT :limit`,
);
export const deleteOfUser = query<{ userId: number }>("DELETE FROM draft WHERE user_id = :userId");
export const deleteOfTicket = query<{ ticketId: number }>("DELETE FROM draft WHERE ticket_id = :ticketId");
export const deleteOld = query<{ before: number }>("DELETE FROM draft WHERE updated_at <= :before");
export const oldest = query<Record<never, never>, { at: number | null }>(
  "SELECT min(updated_at) AS at FROM draft",
);
