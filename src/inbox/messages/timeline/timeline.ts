import type { MessageListQuery, MessagePage } from "#inbox/messages/contract.ts";
import type { ShownRow } from "#inbox/messages/present.sql.ts";
import { presentRows } from "#inbox/messages/present.ts";
import { starredAmong } from "#inbox/messages/stars/stars.ts";
import {
  markTicketRead,
  mayRead,
  presentTicket,
  readableTicket,
  readingRules,
  type Ticket,
} from "#inbox/tickets/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { createPageMemory, type PageMemory } from "#platform/page-memory.ts";
import { isAdmin, type Tenant, type UserCtx } from "#tenants/tenant.ts";
import { auditRead } from "./audit-read.ts";
import {
  connectionsOf,
  countMessages,
  otherConnections,
  placeAt,
  placeOf,
  readWalk,
  type Scope,
} from "./queries.ts";
import * as sql from "./timeline.sql.ts";

/** Messages per page. */
const PAGE = 20;

const NEWEST = Number.MAX_SAFE_INTEGER;

/**
 * `GET /messages/{ticketId}`: a page of the conversation. `scope=connection` shows the ticket's connection,
 * `scope=all` (the default) the whole history of the contact, both limited to tickets the caller may read. When the
 * owner reads the first page, the ticket is marked as read. Rule: docs/rules/conversations.md#scope. Throws
 * 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION.
 */
export function readTimeline(ctx: UserCtx, ticketId: number, query: MessageListQuery): MessagePage {
  const { tenant, actor } = ctx;
  const ticket = readableTicket(ctx, ticketId);
  auditRead(ctx, ticketId, ticket);
  const exact = query.before !== undefined || query.after !== undefined || query.around !== undefined;
  if (!exact && query.pageNumber === 1) markTicketRead(tenant, actor, ticket);
  const scope = scopeOf(ctx, ticket, query.scope === "connection");
  const { rows, hasMore } = exact ? exactPage(scope, query) : numberedPage(ctx, scope, query.pageNumber);
  const starred = starredAmong(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    messages: presentRows(tenant, rows, isAdmin(actor) ? "kept" : "blank"),
    ticket: presentTicket(tenant, ticketId),
    count: countMessages(scope),
    hasMore,
    otherConnections: otherConnections(scope),
    ...(starred.length > 0 && { starred }),
  };
}

function scopeOf(ctx: UserCtx, ticket: Ticket, onlyConnection: boolean): Scope {
  const { db } = ctx.tenant;
  const { id: ticketId, contactId, connectionId } = ticket;
  const connections = connectionsOf(db, contactId);
  const allowed = readableTickets(ctx, contactId);
  return { db, contactId, ticketId, connectionId, connections, onlyConnection, allowed };
}

/**
 * Returns a JSON list of the contact's tickets that the caller may read; null = all of them. Never null while a merge
 * moves messages from another contact's tickets to this contact: those messages are shown only when the merge is
 * complete.
 */
function readableTickets(ctx: UserCtx, contactId: number): string | null {
  const isMergeTarget = queryOne(ctx.tenant.db, sql.moveTo, { contactId }) !== undefined;
  if (isAdmin(ctx.actor) && !isMergeTarget) return null;
  const places = queryAll(ctx.tenant.db, sql.places, { contactId });
  const rules = readingRules(ctx);
  const readable = places.filter((place) => mayRead(ctx.actor, place, rules));
  return readable.length === places.length && !isMergeTarget
    ? null
    : JSON.stringify(readable.map(({ id }) => id));
}

interface Rows {
  /** Ascending. */
  readonly rows: readonly ShownRow[];
  readonly hasMore: boolean;
}

function older(scope: Scope, before: number, limit: number): Rows {
  const found = readWalk(scope, "older", before, limit + 1);
  return { rows: found.slice(0, limit).reverse(), hasMore: found.length > limit };
}

function newer(scope: Scope, after: number, limit: number): Rows {
  const found = readWalk(scope, "newer", after, limit + 1);
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}

function exactPage(scope: Scope, { before, after, around }: MessageListQuery): Rows {
  if (around !== undefined) {
    // The page contains the message itself and its neighbours on both sides; `hasMore` refers to the older side.
    const place = placeOf(scope.db, around);
    const past = older(scope, place + 1, PAGE / 2 + 1);
    return { rows: [...past.rows, ...newer(scope, place, PAGE / 2).rows], hasMore: past.hasMore };
  }
  return before !== undefined
    ? older(scope, placeOf(scope.db, before), PAGE)
    : newer(scope, placeOf(scope.db, after ?? 0), PAGE);
}

/** A page by number starts where the same user's previous page ended, so that new messages do not shift it. */
function numberedPage(ctx: UserCtx, scope: Scope, page: number): Rows {
  const memory = memoryOf(ctx.tenant);
  const list = `${ctx.actor.id}:${scope.contactId}:${scope.onlyConnection ? scope.ticketId : "all"}`;
  const from = page === 1 ? NEWEST : (memory.endOf(list, page - 1) ?? placeAt(scope, (page - 1) * PAGE - 1));
  const result = older(scope, from, PAGE);
  const oldest = result.rows[0];
  if (oldest) memory.remember(list, page, oldest.place);
  return result;
}

const memoryOf = (tenant: Tenant): PageMemory<number> =>
  tenant.cached("message-pages", () => createPageMemory<number>(tenant.clock));
