import { query } from "#platform/db/query.ts";
import type { GapState } from "./contract.ts";

type Connection = { connectionId: number };

/** Chats with messages since a time, each with the period that has been compared with the phone. */
export const activeChats = query<
  Connection & { since: number; groups: number },
  { lastMessageAt: number; provenTo: number | null; unprovenTo: number | null; silences: number }
>(`SELECT max(t.last_message_at) AS lastMessageAt, c.proven_to AS provenTo, c.unproven_to AS unprovenTo,
    coalesce(c.silences, 0) AS silences
  FROM ticket t JOIN contact p ON p.id = t.contact_id
    LEFT JOIN reconciliation_chat c ON c.connection_id = :connectionId AND c.contact_id = t.contact_id
  WHERE t.connection_id = :connectionId AND t.last_message_at > :since AND p.blocked = 0
    AND (:groups = 1 OR t.is_group = 0) GROUP BY t.contact_id`);
export const sums = query<
  Connection & { since: number },
  { compared: number; gaps: number; filled: number }
>(`SELECT coalesce(sum(compared), 0) AS compared, coalesce(sum(gaps), 0) AS gaps, coalesce(sum(filled), 0) AS filled
  FROM reconciliation_run WHERE connection_id = :connectionId AND created_at >= :since`);
/** Sums over all connections, for the provider. */
export const allSums = query<
  { since: number },
  { compared: number; gaps: number; filled: number }
>(`SELECT coalesce(sum(compared), 0) AS compared, coalesce(sum(gaps), 0) AS gaps, coalesce(sum(filled), 0) AS filled
  FROM reconciliation_run WHERE created_at >= :since`);
export const whatsappConnections = query<Record<never, never>, { id: number; provider: string }>(
  "SELECT id, provider FROM connection WHERE channel = 'whatsapp' AND deleted_at IS NULL ORDER BY id",
);
export const lastGap = query<Connection, { at: number | null }>(
  "SELECT max(at) AS at FROM message_gap WHERE connection_id = :connectionId",
);
export const firstAnswer = query<Connection, { at: number | null }>(
  "SELECT min(ended_at) AS at FROM reconciliation_run WHERE connection_id = :connectionId AND answered > 0",
);
export interface GapRow {
  readonly id: number;
  readonly at: number;
  readonly foundAt: number;
  readonly state: GapState;
  readonly contactId: number;
  readonly contactName: string;
  readonly messageId: number | null;
  readonly ticketId: number | null;
  readonly ticketUuid: string | null;
}
export const gaps = query<Connection & { before: number; limit: number }, GapRow>(
  `SELECT g.id, g.at, g.found_at AS foundAt, g.state, g.contact_id AS contactId, c.name AS contactName,
     g.message_id AS messageId, t.id AS ticketId, t.uuid AS ticketUuid
   FROM message_gap g JOIN contact c ON c.id = g.contact_id LEFT JOIN message m ON m.id = g.message_id
     LEFT JOIN ticket t ON t.id = m.ticket_id
   WHERE g.connection_id = :connectionId AND g.id < :before ORDER BY g.id DESC LIMIT :limit`,
);
/** Outgoing messages that the network accepted, without any further status. */
export const withoutStatus = query<
  Connection & { since: number; until: number; limit: number },
  { messageId: number; ticketId: number; ticketUuid: string; createdAt: number }
>(`SELECT m.id AS messageId, m.ticket_id AS ticketId, t.uuid AS ticketUuid, m.created_at AS createdAt
   FROM outbox o JOIN message m ON m.id = o.message_id JOIN ticket t ON t.id = m.ticket_id
   WHERE o.connection_id = :connectionId AND o.kind = 'message' AND o.state = 'sent' AND o.created_at >= :since
     AND o.created_at <= :until AND m.ack <= 1 ORDER BY o.id DESC LIMIT :limit`);
export const deliveredTimes = query<Connection & { since: number }, { at: number }>(
  // Bundled texts count once, because they are one message of the network.
  `SELECT m.created_at AS at FROM outbox o JOIN message m ON m.id = o.message_id
   WHERE o.connection_id = :connectionId AND o.kind = 'message' AND o.created_at >= :since AND m.ack >= 2
     AND coalesce(o.bundle_of, o.id) = o.id`,
);
