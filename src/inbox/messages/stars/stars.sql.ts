import type { TicketScope } from "#inbox/tickets/index.ts";
import { query } from "#platform/db/query.ts";

export interface StarRow extends TicketScope {
  readonly messageId: number;
  readonly at: number;
  readonly ticketUuid: string;
  readonly contactId: number;
  readonly contactName: string;
}

export const contactOfTicket = query<{ ticketId: number }, { contactId: number }>(
  "SELECT contact_id AS contactId FROM ticket WHERE id = :ticketId",
);
/** All stars of a person, at most 1,000. */
export const starsOf = query<{ userId: number }, StarRow>(
  `SELECT s.message_id AS messageId, s.at, t.uuid AS ticketUuid, m.contact_id AS contactId, c.name AS contactName, t.status,
    t.queue_id AS queueId, t.user_id AS userId, t.user_distributed AS userDistributed, t.participants
   FROM message_star s JOIN message m ON m.id = s.message_id JOIN ticket t ON t.id = m.ticket_id
   JOIN contact c ON c.id = m.contact_id WHERE s.user_id = :userId ORDER BY s.at DESC, s.message_id DESC`,
);
export const anyStarred = query<{ userId: number; first: number; last: number }, unknown>(
  "SELECT 1 FROM message_star WHERE user_id = :userId AND message_id BETWEEN :first AND :last LIMIT 1",
);
export const starredAmong = query<{ userId: number; ids: string }, { id: number }>(
  `SELECT message_id AS id FROM message_star WHERE user_id = :userId
   AND message_id IN (SELECT value FROM json_each(:ids)) ORDER BY message_id`,
);
export const countOf = query<{ userId: number }, { n: number }>(
  "SELECT count(*) AS n FROM message_star WHERE user_id = :userId",
);
export const isStarred = query<{ userId: number; messageId: number }, unknown>(
  "SELECT 1 FROM message_star WHERE user_id = :userId AND message_id = :messageId",
);
export const star = query<{ userId: number; messageId: number; at: number }>(
  "INSERT OR IGNORE INTO message_star (user_id, message_id, at) VALUES (:userId, :messageId, :at)",
);
export const unstar = query<{ userId: number; messageId: number }>(
  "DELETE FROM message_star WHERE user_id = :userId AND message_id = :messageId",
);
export const unstarAllOf = query<{ userId: number }>("DELETE FROM message_star WHERE user_id = :userId");
