import { timeZoneOf } from "#accounts/settings/index.ts";
import { dayAt } from "#platform/dates.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { Context } from "#provider/importer/context.ts";
import { flagOf, numberOf, textOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required } from "#provider/importer/rows.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { placeholderConnection } from "./connections.ts";
import * as sql from "./tickets.sql.ts";

const STATUSES = ["pending", "open", "closed"];
const IS_UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Protocol numbers count within the day on which the ticket began. */
function protocolOf(ctx: Context, unit: TenantUnit, createdAt: number): string {
  const day = dayAt(createdAt, timeZoneOf(ctx.tenant)).replaceAll("-", "");
  const row = queryOne(unit.db, sql.nextProtocol, { day });
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
    const state = stateOf(
      ctx,
      incoming,
      () => !queryOne(unit.db, sql.otherOpenTicket, { connectionId, contactId, otherThan: 0 }),
    );
    const uuid = textOf(row["uuid"]).toLowerCase();
    const contact = queryOne(unit.db, sql.groupFlag, { id: contactId });
    return execute(unit.db, sql.insert, {
      uuid: IS_UUID.test(uuid) && !queryOne(unit.db, sql.byUuid, { uuid }) ? uuid : newUuid(),
      status: state.status,
      contactId,
      connectionId,
      queueId: state.queueId,
      userId: state.userId,
      isGroup: flagOf(row["isGroup"]) || contact?.isGroup === 1 ? 1 : 0,
      protocol: protocolOf(ctx, unit, createdAt),
      unreadMessages: state.unread,
      botMenusSent: Math.max(0, numberOf(row["amountUsedBotQueues"], 0)), // The chatbot of the old system has already answered.
      botEndedAt: updatedAt,
      closeReason: state.closeReason,
      closedAt: state.closedAt,
      closedBy: state.closedBy,
      createdAt,
      updatedAt,
    });
  },
  update(unit, id, incoming) {
    const here = queryOne(unit.db, sql.placeOf, { id });
    if (!here) return;
    const state = stateOf(
      ctx,
      incoming,
      () =>
        !queryOne(unit.db, sql.otherOpenTicket, {
          connectionId: here.connectionId,
          contactId: here.contactId,
          otherThan: id,
        }),
    );
    execute(unit.db, sql.update, {
      status: state.status,
      queueId: state.queueId,
      userId: state.userId,
      unreadMessages: state.unread,
      closeReason: state.closeReason,
      closedAt: state.closedAt,
      closedBy: state.closedBy,
      updatedAt: incoming.updatedAt,
      id,
    });
  },
});
