import { all, type Db, one } from "#platform/db/database.ts";
import { createPageMemory, type PageMemory } from "#platform/page-memory.ts";
import { isAdmin, type Tenant, type UserCtx } from "#tenants/tenant.ts";
import {
  markTicketRead,
  mayRead,
  type Place,
  presentTicket,
  readableTicket,
  spiesAllowed,
  type Ticket,
} from "#tickets/index.ts";
import type { MessageListQuery, MessagePage } from "./contract.ts";
import { noteReading } from "./note-reading.ts";
import { JOINS, presentRow, SHOWN, type ShownRow } from "./present.ts";

/** Behaviour 0: messages per page. */
const PAGE = 20;

const FROM = `SELECT ${SHOWN} FROM message m ${JOINS} WHERE m.contact_id = ?1`;
const ALLOWED = "AND m.ticket_id IN (SELECT value FROM json_each(?4))";
const OLDER = `${FROM} AND m.id < ?2 ORDER BY m.id DESC LIMIT ?3`;
const OLDER_ALLOWED = `${FROM} AND m.id < ?2 ${ALLOWED} ORDER BY m.id DESC LIMIT ?3`;
const NEWER = `${FROM} AND m.id > ?2 ORDER BY m.id LIMIT ?3`;
const NEWER_ALLOWED = `${FROM} AND m.id > ?2 ${ALLOWED} ORDER BY m.id LIMIT ?3`;
const COUNT = "SELECT count(*) AS n FROM message m WHERE m.contact_id = ?1";
const COUNT_ALLOWED = `${COUNT} AND m.ticket_id IN (SELECT value FROM json_each(?2))`;
const SKIPPED = "SELECT id FROM message m WHERE m.contact_id = ?1 ORDER BY m.id DESC LIMIT 1 OFFSET ?2";
const PLACES = `SELECT id, status, queue_id AS queueId, user_id AS userId, user_distributed AS userDistributed
  FROM ticket WHERE contact_id = ?`;

/** The messages of one contact that a person may read. */
interface Scope {
  readonly db: Db;
  readonly contactId: number;
  /** JSON list of tickets; null = all of them. */
  readonly allowed: string | null;
}

const NEWEST = Number.MAX_SAFE_INTEGER;

/**
 * `GET /messages/{ticketId}`: a page of everything said with the contact, over all their tickets the caller may read;
 * the owner's look at the first page is the reading of the ticket (behaviour 2.5, 5.1). Throws
 * 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION.
 */
export function readTimeline(ctx: UserCtx, ticketId: number, query: MessageListQuery): MessagePage {
  const { tenant, actor } = ctx;
  const ticket = readableTicket(ctx, ticketId);
  noteReading(ctx, ticketId, ticket);
  const exact = query.before !== undefined || query.after !== undefined || query.around !== undefined;
  if (!exact && query.pageNumber === 1) markTicketRead(tenant, actor, ticket);
  const scope = scopeOf(ctx, ticket);
  const { rows, hasMore } = exact ? exactPage(scope, query) : numberedPage(ctx, scope, query.pageNumber);
  return {
    messages: rows.map((row) => presentRow(tenant, row, isAdmin(actor))),
    ticket: presentTicket(tenant, ticketId),
    count: count(scope),
    hasMore,
  };
}

function scopeOf(ctx: UserCtx, { contactId }: Ticket): Scope {
  const { db } = ctx.tenant;
  if (isAdmin(ctx.actor)) return { db, contactId, allowed: null };
  const places = all<Place & { id: number }>(db, PLACES, contactId);
  const spying = spiesAllowed(ctx);
  const readable = places.filter((place) => mayRead(ctx.actor, place, spying));
  const allowed = readable.length === places.length ? null : JSON.stringify(readable.map(({ id }) => id));
  return { db, contactId, allowed };
}

interface Rows {
  /** Ascending. */
  readonly rows: readonly ShownRow[];
  readonly hasMore: boolean;
}

function older({ db, contactId, allowed }: Scope, beforeId: number, limit: number): Rows {
  const found =
    allowed === null
      ? all<ShownRow>(db, OLDER, contactId, beforeId, limit + 1)
      : all<ShownRow>(db, OLDER_ALLOWED, contactId, beforeId, limit + 1, allowed);
  return { rows: found.slice(0, limit).reverse(), hasMore: found.length > limit };
}

function newer({ db, contactId, allowed }: Scope, afterId: number, limit: number): Rows {
  const found =
    allowed === null
      ? all<ShownRow>(db, NEWER, contactId, afterId, limit + 1)
      : all<ShownRow>(db, NEWER_ALLOWED, contactId, afterId, limit + 1, allowed);
  return { rows: found.slice(0, limit), hasMore: found.length > limit };
}

function exactPage(scope: Scope, { before, after, around }: MessageListQuery): Rows {
  if (around !== undefined) {
    // The message itself and what stands on both sides of it; `hasMore` is about the past.
    const past = older(scope, around + 1, PAGE / 2 + 1);
    return { rows: [...past.rows, ...newer(scope, around, PAGE / 2).rows], hasMore: past.hasMore };
  }
  return before !== undefined ? older(scope, before, PAGE) : newer(scope, after ?? 0, PAGE);
}

/** Pages by number are cut where this person's page before ended, so that arrivals shift nothing. */
function numberedPage(ctx: UserCtx, scope: Scope, page: number): Rows {
  const memory = memoryOf(ctx.tenant);
  const list = `${ctx.actor.id}:${scope.contactId}`;
  const result = older(
    scope,
    page === 1 ? NEWEST : (memory.endOf(list, page - 1) ?? startOf(scope, page)),
    PAGE,
  );
  const oldest = result.rows[0];
  if (oldest) memory.remember(list, page, oldest.id);
  return result;
}

const memoryOf = (tenant: Tenant): PageMemory<number> =>
  tenant.cached("message-pages", () => createPageMemory<number>(tenant.clock));

/** Nobody remembers the page before: counted once from the newest. */
const startOf = ({ db, contactId }: Scope, page: number): number =>
  one<{ id: number }>(db, SKIPPED, contactId, (page - 1) * PAGE - 1)?.id ?? 0;

const count = ({ db, contactId, allowed }: Scope): number =>
  (allowed === null
    ? one<{ n: number }>(db, COUNT, contactId)
    : one<{ n: number }>(db, COUNT_ALLOWED, contactId, allowed)
  )?.n ?? 0;
