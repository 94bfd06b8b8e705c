import type { AttendanceAnswer, AttendancePage } from "#inbox/tickets/contract.ts";
import { canSee } from "#inbox/tickets/policy.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { visibleContact } from "#people/contacts/index.ts";
import { all } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/** docs/rules/general.md#paging: rows of a page. */
const PAGE = 20;
/** Rows looked at in one go; those of other queues are passed over. */
const STEP = 100;

const OLDER = `SELECT t.id, t.uuid, t.protocol, t.status, t.queue_id AS queueId, q.name AS queueName, q.color AS queueColor,
    t.user_id AS userId, u.name AS userName, t.user_distributed AS userDistributed, w.name AS connectionName,
    t.created_at AS createdAt, t.closed_at AS closedAt, t.updated_at AS updatedAt,
    (SELECT min(m.id) FROM message m WHERE m.ticket_id = t.id) AS firstMessageId,
    (SELECT r.rate FROM ticket_period k JOIN user_rating r ON r.period_id = k.id WHERE k.ticket_id = t.id
      ORDER BY k.id DESC LIMIT 1) AS rating
  FROM ticket t LEFT JOIN queue q ON q.id = t.queue_id LEFT JOIN user u ON u.id = t.user_id
    LEFT JOIN connection w ON w.id = t.connection_id
  WHERE t.contact_id = ? AND t.id < ? ORDER BY t.id DESC LIMIT ${STEP}`;

interface Row
  extends Pick<Ticket, "id" | "uuid" | "protocol" | "status" | "queueId" | "userId" | "userDistributed"> {
  readonly queueName: string | null;
  readonly queueColor: string | null;
  readonly userName: string | null;
  readonly connectionName: string | null;
  readonly createdAt: number;
  readonly closedAt: number | null;
  readonly updatedAt: number;
  readonly firstMessageId: number | null;
  readonly rating: number | null;
}

/**
 * `GET /contacts/{id}/tickets`: the attendances of one contact the caller may see, newest first, 20 a page; `before` is
 * the id of the last one seen. Throws 404 ERR_NO_CONTACT_FOUND.
 */
export function ticketsOfContact(ctx: UserCtx, contactId: number, before: number | null): AttendancePage {
  visibleContact(ctx.tenant, contactId);
  const found: Row[] = [];
  let last = before ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = all<Row>(ctx.tenant.db, OLDER, contactId, last);
    found.push(...rows.filter((row) => canSee(ctx.actor, row)));
    last = rows.at(-1)?.id ?? 0;
    if (rows.length < STEP || found.length > PAGE) break;
  }
  return { tickets: found.slice(0, PAGE).map(present), hasMore: found.length > PAGE };
}

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const present = (row: Row): AttendanceAnswer => ({
  id: row.id,
  uuid: row.uuid,
  protocol: row.protocol,
  status: row.status,
  queue:
    row.queueId === null ? null : { id: row.queueId, name: row.queueName ?? "", color: row.queueColor ?? "" },
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? "" },
  whatsapp: row.connectionName ?? "",
  rating: row.rating,
  firstMessageId: row.firstMessageId,
  createdAt: new Date(row.createdAt).toISOString(),
  closedAt: instant(row.closedAt),
  updatedAt: new Date(row.updatedAt).toISOString(),
});
