import type { MessageHits } from "#inbox/messages/contract.ts";
import { PLACE_STEP } from "#inbox/messages/place.ts";
import { mayRead, readableTicket, readingRules } from "#inbox/tickets/index.ts";
import { matchAll } from "#platform/db/full-text.ts";
import { fillBeforeSearch } from "#platform/db/late-index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { auditRead } from "./audit-read.ts";
import * as sql from "./search.sql.ts";

const PAGE = 20;
const MAX_LOOKED_AT = 2000;

/**
 * `GET /messages/search`: messages that contain a text, newest first, in tickets the caller may read; with a ticket,
 * only in its conversation. A text of fewer than two characters has no hits. Throws 404 ERR_NO_TICKET_FOUND, 403
 * ERR_NO_PERMISSION.
 */
export function searchMessages(ctx: UserCtx, text: string, ticketId: number | undefined): MessageHits {
  const match = text.trim().length < 2 ? null : matchAll(text);
  const contactId = ticketId === undefined ? null : readableTicket(ctx, ticketId).contactId;
  if (match === null) return { hits: [], hasMore: false };
  const found = readableHits(ctx, match, contactId);
  const hits = found.slice(0, PAGE);
  for (const hit of hits) auditRead(ctx, hit.ticketId, hit);
  const snippets = new Map(
    queryAll(ctx.tenant.db, sql.snippets, {
      match,
      ids: JSON.stringify(hits.map(({ id }) => id)),
    }).map((row) => [row.id, row.text]),
  );
  return {
    hits: hits.map(({ id, ticketId: ticket, ticketUuid, contactId: contact, contactName, createdAt }) => ({
      id,
      ticketId: ticket,
      ticketUuid,
      contactId: contact,
      contactName,
      snippet: snippets.get(id) ?? "",
      createdAt: new Date(createdAt).toISOString(),
    })),
    hasMore: found.length > PAGE,
  };
}

interface Batch {
  readonly rows: readonly sql.HitRow[];
  /** `rows` contains all hits after this place; null = there are no further hits. */
  readonly readTo: number | null;
}

function ordinaryHits({ tenant }: UserCtx, search: Search, before: number): Batch {
  // The place of an ordinary message is a multiple of the step, so this bound excludes the message at `before` itself.
  const beforeId = Math.ceil(before / PLACE_STEP);
  const rows = queryAll(tenant.db, sql.hits, { ...search, beforeId });
  return { rows, readTo: rows.length < sql.BATCH ? null : (rows.at(-1)?.place ?? null) };
}

/** Costs one lookup in a partial index while no message has an explicit place. */
function explicitlyPlacedHits({ tenant }: UserCtx, search: Search, before: number): Batch {
  const placed = queryAll(tenant.db, sql.explicitPlaces, { before });
  if (placed.length === 0) return { rows: [], readTo: null };
  const ids = JSON.stringify(placed.map(({ id }) => id));
  return {
    rows: queryAll(tenant.db, sql.hitsAmong, { ...search, ids }),
    readTo: placed.length < sql.BATCH ? null : (placed.at(-1)?.place ?? null),
  };
}

interface Search {
  readonly match: string;
  readonly contactId: number | null;
}

/** Returns one hit more than a page, so that the caller knows whether another page follows. */
function readableHits(ctx: UserCtx, match: string, contactId: number | null): readonly sql.HitRow[] {
  const rules = readingRules(ctx);
  fillBeforeSearch(ctx.tenant.db, "message");
  const found: sql.HitRow[] = [];
  const search = { match, contactId };
  let before = Number.MAX_SAFE_INTEGER;
  for (let looked = 0; looked < MAX_LOOKED_AT && found.length <= PAGE; looked += sql.BATCH) {
    const batches = [ordinaryHits(ctx, search, before), explicitlyPlacedHits(ctx, search, before)];
    const readTo = Math.max(...batches.map((batch) => batch.readTo ?? Number.MIN_SAFE_INTEGER));
    const rows = batches.flatMap((batch) => batch.rows).filter(({ place }) => place >= readTo);
    rows.sort((a, b) => b.place - a.place || b.id - a.id);
    for (const row of rows) if (mayRead(ctx.actor, row, rules)) found.push(row);
    if (readTo === Number.MIN_SAFE_INTEGER) break;
    before = readTo;
  }
  return found;
}
