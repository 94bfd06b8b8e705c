import type { TicketElsewhere } from "#inbox/tickets/contract.ts";
import type { TicketScope } from "#inbox/tickets/policy.ts";
import type { RatingScale } from "#inbox/tickets/rating-scales/contract.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { query } from "#platform/db/query.ts";

export interface ElsewhereRow extends TicketScope {
  readonly id: number;
  readonly uuid: string;
  readonly status: "open" | "pending";
  readonly userName: string | null;
  readonly connectionId: number;
  readonly connectionName: string;
  readonly channel: NonNullable<TicketElsewhere["seen"]>["channel"];
}
// One index lookup of running tickets per connection: the cost does not grow with the contact's closed tickets.
export const runningElsewhere = query<{ contactId: number; connectionId: number }, ElsewhereRow>(
  `SELECT t.id, t.uuid, t.status, t.user_id AS userId, t.user_distributed AS userDistributed,
    t.participants, t.queue_id AS queueId, u.name AS userName, w.id AS connectionId, w.name AS connectionName, w.channel
  FROM connection w CROSS JOIN ticket t INDEXED BY ticket_one_open
    ON t.connection_id = w.id AND t.contact_id = :contactId AND t.status <> 'closed'
  LEFT JOIN user u ON u.id = t.user_id
  WHERE w.id <> :connectionId ORDER BY t.id`,
);

/** Number of a contact's tickets per query; those the caller may not see are skipped. */
export const CONTACT_BATCH = 100;
export interface ContactTicketRow
  extends Pick<
    Ticket,
    | "id"
    | "uuid"
    | "protocol"
    | "status"
    | "queueId"
    | "userId"
    | "userDistributed"
    | "participants"
    | "createdAt"
    | "closedAt"
    | "updatedAt"
  > {
  readonly queueName: string | null;
  readonly queueColor: string | null;
  readonly userName: string | null;
  readonly connectionName: string | null;
  readonly firstMessageId: number | null;
  readonly rating: number | null;
  readonly ratingScale: RatingScale | null;
}
export const olderOfContact = query<{ contactId: number; before: number }, ContactTicketRow>(
  `SELECT t.id, t.uuid, t.protocol, t.status, t.queue_id AS queueId, q.name AS queueName, q.color AS queueColor,
    t.user_id AS userId, u.name AS userName, t.user_distributed AS userDistributed, t.participants, w.name AS connectionName,
    t.created_at AS createdAt, t.closed_at AS closedAt, t.updated_at AS updatedAt,
    (SELECT m.id FROM message m WHERE m.ticket_id = t.id ORDER BY m.place LIMIT 1) AS firstMessageId,
    g.rate AS rating, g.scale AS ratingScale
  FROM ticket t LEFT JOIN queue q ON q.id = t.queue_id LEFT JOIN user u ON u.id = t.user_id
    LEFT JOIN connection w ON w.id = t.connection_id
    LEFT JOIN user_rating g ON g.id = (SELECT r.id FROM ticket_period k JOIN user_rating r ON r.period_id = k.id
      WHERE k.ticket_id = t.id ORDER BY k.id DESC LIMIT 1)
  WHERE t.contact_id = :contactId AND t.id < :before ORDER BY t.id DESC LIMIT ${CONTACT_BATCH}`,
);
