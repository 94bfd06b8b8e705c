import { timeZoneOf } from "#accounts/settings/index.ts";
import { dayAt } from "#platform/dates.ts";
import { one, run } from "#platform/db/database.ts";
import { newUuid } from "#platform/ids.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, numberOf, textOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required } from "#provider/importer/rows.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { placeholderConnection } from "./connections.ts";

const INSERT = `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, channel, is_group, protocol,
    origin, unread_messages, bot_menus_sent, bot_ended_at, close_reason, closed_at, closed_by, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, 'whatsapp', ?, ?, 'contact', ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `UPDATE ticket SET status = ?, queue_id = ?, user_id = ?, unread_messages = ?, close_reason = ?, closed_at = ?,
    closed_by = ?, user_distributed = NULL, distributed_at = NULL, updated_at = ? WHERE id = ?`;
const OPEN = `SELECT 1 FROM ticket WHERE connection_id = ? AND contact_id = ? AND status <> 'closed' AND id <> ?`;
const UUID = "SELECT 1 FROM ticket WHERE uuid = ?";
const PROTOCOL = `INSERT INTO protocol_counter (day, last) VALUES (?, 1)
  ON CONFLICT (day) DO UPDATE SET last = last + 1 RETURNING last`;

const STATUSES = ["pending", "open", "closed"];
const IS_UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Protocol numbers count within the day on which the ticket began. */
function protocolOf(ctx: Context, unit: TenantUnit, createdAt: number): string {
  const day = dayAt(createdAt, timeZoneOf(ctx.tenant)).replaceAll("-", "");
  const row = one<{ last: number }>(unit.db, PROTOCOL, day);
  return `${day}${String(row?.last ?? 1).padStart(5, "0")}`;
}

interface State {
  readonly status: string;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly unread: number;
  readonly closeReason: string | null;
  readonly closedAt: number | null;
  readonly closedBy: number | null;
}

/** `isFree`: the contact has no other open ticket on the connection. */
function stateOf(ctx: Context, incoming: Incoming, isFree: () => boolean): State {
  const { row, updatedAt } = incoming;
  const written = textOf(row["status"]);
  if (!STATUSES.includes(written)) incoming.note("unknown_status", written);
  const userId = ctx.refs.id("Users", row["userId"]);
  const queueId = ctx.refs.id("Queues", row["queueId"]);
  // An open ticket has an assigned user.
  const running = written === "open" && userId !== null ? "open" : "pending";
  const isSecond = written !== "closed" && !isFree();
  if (isSecond) incoming.note("second_open");
  const isClosed = written === "closed" || isSecond;
  return {
    status: isClosed ? "closed" : running,
    queueId,
    userId: isClosed || running === "open" ? userId : null,
    unread: isClosed ? 0 : Math.max(0, numberOf(row["unreadMessages"], 0)),
    closeReason: isClosed ? (isSecond ? "import" : "user") : null,
    closedAt: isClosed ? updatedAt : null,
    closedBy: isClosed ? userId : null,
  };
}

/** Whether a ticket is closed in the dump. */
const isClosedRow = (row: Incoming["row"]): boolean => textOf(row["status"]) === "closed";

export const ticketLoader = (ctx: Context): Loader => ({
  kind: "Tickets",
  table: "ticket",
  create(unit, incoming) {
    const { row, createdAt, updatedAt } = incoming;
    const contactId = required(ctx, "Contacts", row["contactId"]);
    const own = ctx.refs.id("Whatsapps", row["whatsappId"]);
    const connectionId = own ?? placeholderConnection(ctx, isClosedRow(row));
    if (own === null) incoming.note("no_connection", textOf(row["whatsappId"]));
    const state = stateOf(ctx, incoming, () => !one(unit.db, OPEN, connectionId, contactId, 0));
    const uuid = textOf(row["uuid"]).toLowerCase();
    const isGroup = one<{ group: number }>(
      unit.db,
      'SELECT is_group AS "group" FROM contact WHERE id = ?',
      contactId,
    );
    return run(
      unit.db,
      INSERT,
      IS_UUID.test(uuid) && !one(unit.db, UUID, uuid) ? uuid : newUuid(),
      state.status,
      contactId,
      connectionId,
      state.queueId,
      state.userId,
      flagOf(row["isGroup"]) || isGroup?.group === 1 ? 1 : 0,
      protocolOf(ctx, unit, createdAt),
      state.unread,
      Math.max(0, numberOf(row["amountUsedBotQueues"], 0)),
      // The bot of the old system had its turn.
      updatedAt,
      state.closeReason,
      state.closedAt,
      state.closedBy,
      createdAt,
      updatedAt,
    );
  },
  update(unit, id, incoming) {
    const here = one<{ contactId: number; connectionId: number }>(
      unit.db,
      "SELECT contact_id AS contactId, connection_id AS connectionId FROM ticket WHERE id = ?",
      id,
    );
    if (!here) return;
    const state = stateOf(ctx, incoming, () => !one(unit.db, OPEN, here.connectionId, here.contactId, id));
    run(
      unit.db,
      UPDATE,
      state.status,
      state.queueId,
      state.userId,
      state.unread,
      state.closeReason,
      state.closedAt,
      state.closedBy,
      incoming.updatedAt,
      id,
    );
  },
});
