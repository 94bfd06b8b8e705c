import { markRatingEnded, ticketById } from "#inbox/tickets/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import { isFromBeforeResume } from "#tenants/on-hold.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as comments from "./comment.sql.ts";
import * as sql from "./ratings.sql.ts";
import { sayCompletion } from "./texts.ts";
import { RATING_DUE } from "./window.ts";

/** A completion text that is late by more than this is not sent, ms. */
const LATE_MS = 24 * 60 * 60_000;

/**
 * Every 30 s: ends expired rating windows that got no rating, and comment windows that got no text
 * (docs/rules/ratings.md#answers, docs/rules/ratings.md#comment, docs/rules/jobs.md#periods).
 */
export const ratingWindows = defineDueJob({
  job: RATING_DUE,
  every: { seconds: 30 },
  failure: "expired rating windows not ended",
  run: endOldWindows,
});

function endOldWindows(tenant: Tenant): void {
  const { tenants } = tenant.installation;
  tenant.write((unit) => {
    for (const ended of queryAll(unit.db, sql.endedWindows, { now: unit.now })) {
      markRatingEnded(unit, ended.id, ended.until);
      const ticket = ticketById(unit.db, ended.ticketId);
      const wrote = ended.hints > 0 || (ticket?.lastCustomerMessageAt ?? 0) > ended.askedAt;
      const isLate = unit.now - ended.until >= LATE_MS || isFromBeforeResume(tenant.company, ended.askedAt);
      if (ticket && !wrote && !isLate) sayCompletion(unit, ticket);
    }
    endOldComments(unit);
  });
  const comment = queryOne(tenant.db, comments.firstAsked)?.at ?? null;
  const next = [queryOne(tenant.db, sql.nextEnd)?.at ?? null, comment && comment + comments.COMMENT_MS];
  const due = next.filter((at) => at !== null);
  tenants.rescheduleWake(tenant.id, RATING_DUE, due.length > 0 ? Math.min(...due) : null);
}

/** Ends comment windows that got no comment, and sends the completion texts that waited for it. */
function endOldComments(unit: TenantUnit): void {
  const rows = queryAll(unit.db, comments.endedComments, { before: unit.now - comments.COMMENT_MS });
  for (const { id, ticketId, askedAt } of rows) {
    const until = askedAt + comments.COMMENT_MS;
    execute(unit.db, comments.endComment, { id, at: until });
    const isLate = unit.now - until >= LATE_MS || isFromBeforeResume(unit.tenant.company, askedAt);
    const ticket = ticketById(unit.db, ticketId);
    if (ticket && !isLate) sayCompletion(unit, ticket);
  }
}
