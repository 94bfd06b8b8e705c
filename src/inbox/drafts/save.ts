import { visibleTicket } from "#inbox/tickets/index.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { DRAFTS_DUE, KEPT_MS } from "./clean-up.ts";
import type { DraftAnswer, DraftBody } from "./contract.ts";
import * as sql from "./drafts.sql.ts";
import { draftChanged } from "./errors.ts";
import { DraftChanged } from "./events.ts";
import { mayHaveDrafts } from "./policy.ts";
import { presentDraft } from "./present.ts";

/**
 * `PUT /tickets/{id}/draft`: stores the caller's own unsent text, or removes it when `body` is blank. A text needs a ticket
 * that the caller may see. A caller may still remove their draft of a ticket that they no longer see
 * (docs/rules/drafts.md#saving).
 * Throws 403 ERR_NO_PERMISSION in support sessions, 404 ERR_NO_TICKET_FOUND, 409 ERR_DRAFT_CHANGED.
 */
export function saveDraft(
  ctx: UserCtx,
  ticketId: number,
  { mode, body, quotedMsgId, version }: DraftBody,
): DraftAnswer {
  const { tenant, actor } = ctx;
  if (!mayHaveDrafts(actor)) throw noPermission();
  const place = { userId: actor.id, ticketId, mode };
  const isBlank = body.trim() === "";
  const before = queryOne(tenant.db, sql.stored, place);
  if (!before || !isBlank) visibleTicket(ctx, ticketId);
  // A text that the page has not read is not overwritten. An equal text is no conflict.
  if (before && before.version !== version && before.body !== body) throw draftChanged(presentDraft(before));
  return tenant.write((unit) => {
    const newest = queryOne(unit.db, sql.newestVersion, { userId: actor.id })?.version ?? 0;
    const row = {
      ...place,
      body: isBlank ? "" : body,
      quotedId: isBlank ? null : quotedMsgId,
      version: Math.max(unit.now, newest + 1),
      updatedAt: unit.now,
    };
    const after = presentDraft(row);
    if (isBlank && !before) return after;
    if (isBlank) execute(unit.db, sql.remove, place);
    else execute(unit.db, sql.store, row);
    unit.scheduleWake(DRAFTS_DUE, unit.now + KEPT_MS);
    unit.emit(DraftChanged, { userId: actor.id, draft: after });
    return after;
  });
}
