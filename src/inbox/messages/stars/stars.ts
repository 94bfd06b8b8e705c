import { UserDeleted } from "#accounts/users/events.ts";
import { readableMessage } from "#inbox/messages/change/readable.ts";
import { presentMessages } from "#inbox/messages/present.ts";
import { mayRead, readingRules } from "#inbox/tickets/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { limitReached, noPermission, notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import { isSupport } from "#tenants/policy.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { MAX_STARS, type StarredPage } from "./contract.ts";
import * as sql from "./stars.sql.ts";

const PAGE = 40;

/** Throws 403 ERR_NO_PERMISSION in support sessions, which have no personal data. */
function requireOwn({ actor }: UserCtx): void {
  if (isSupport(actor)) throw noPermission();
}

/**
 * `PUT /messages/{id}/star`: marks a message that the caller may read, for the caller alone (docs/rules/stars.md#own). A repeated
 * call changes nothing. Throws 404 ERR_NO_MESSAGE_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_LIMIT_REACHED.
 */
export function starMessage(ctx: UserCtx, messageId: number): void {
  requireOwn(ctx);
  const { id } = readableMessage(ctx, messageId);
  const userId = ctx.actor.id;
  ctx.tenant.write((unit) => {
    if (queryOne(unit.db, sql.isStarred, { userId, messageId: id })) return;
    if ((queryOne(unit.db, sql.countOf, { userId })?.n ?? 0) >= MAX_STARS)
      throw limitReached("stars", MAX_STARS);
    execute(unit.db, sql.star, { userId, messageId: id, at: unit.now });
  });
}

/**
 * `DELETE /messages/{id}/star`: also for a starred message that the caller may no longer read; without a star nothing changes. Throws
 * 404 ERR_NO_MESSAGE_FOUND, 403 ERR_NO_PERMISSION in support sessions.
 */
export function unstarMessage(ctx: UserCtx, messageId: number): void {
  requireOwn(ctx);
  const own = { userId: ctx.actor.id, messageId };
  if (!queryOne(ctx.tenant.db, sql.isStarred, own)) readableMessage(ctx, messageId);
  ctx.tenant.write((unit) => void execute(unit.db, sql.unstar, own));
}

/** The contact of a ticket. Does not check whether the caller may read the ticket, because each message of the answer is checked. */
function contactOf({ tenant }: UserCtx, ticketId: number): number {
  const found = queryOne(tenant.db, sql.contactOfTicket, { ticketId });
  if (!found) throw notFound("ERR_NO_TICKET_FOUND");
  return found.contactId;
}

/**
 * `GET /messages/starred`: the caller's starred messages that the caller may read, the last starred first. Throws 403
 * ERR_NO_PERMISSION, 404 ERR_NO_TICKET_FOUND.
 */
export function starredMessages(
  ctx: UserCtx,
  { ticketId, before }: { readonly ticketId?: number | undefined; readonly before?: number | undefined },
): StarredPage {
  requireOwn(ctx);
  const { tenant, actor } = ctx;
  const contactId = ticketId === undefined ? null : contactOf(ctx, ticketId);
  const rules = readingRules(ctx);
  const rows = queryAll(tenant.db, sql.starsOf, { userId: actor.id });
  const from = before === undefined ? 0 : rows.findIndex(({ messageId }) => messageId === before) + 1;
  const readable = rows
    .slice(from)
    .filter((row) => (contactId === null || row.contactId === contactId) && mayRead(actor, row, rules));
  const page = readable.slice(0, PAGE);
  const messages = new Map(
    presentMessages(
      tenant,
      page.map(({ messageId }) => messageId),
    ).map((message) => [message.id, message]),
  );
  const starred = page.flatMap(({ messageId, at, ticketUuid, contactName }) => {
    const message = messages.get(messageId);
    return message ? [{ message, starredAt: new Date(at).toISOString(), ticketUuid, contactName }] : [];
  });
  return { starred, hasMore: readable.length > PAGE };
}

/** Ids of the messages that the caller starred. */
export function starredAmong({ tenant, actor }: UserCtx, ids: readonly number[]): number[] {
  const userId = actor.id;
  // Checked by range first: most pages have no stars, and a query with a list of ids takes five times as long.
  const range = { userId, first: Math.min(...ids), last: Math.max(...ids) };
  if (ids.length === 0 || !queryOne(tenant.db, sql.anyStarred, range)) return [];
  return queryAll(tenant.db, sql.starredAmong, { userId, ids: JSON.stringify(ids) }).map(({ id }) => id);
}

/** Deletes the stars of a deleted user. */
export const forgetStars = ({ bus }: Installation): void =>
  bus.within(UserDeleted, (unit, { userId }) => void execute(unit.db, sql.unstarAllOf, { userId }));
