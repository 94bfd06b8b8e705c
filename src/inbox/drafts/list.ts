import { canSee, ticketById } from "#inbox/tickets/index.ts";
import { queryAll } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { DraftPage } from "./contract.ts";
import * as sql from "./drafts.sql.ts";
import { mayHaveDrafts } from "./policy.ts";
import { presentDraft } from "./present.ts";

/** Drafts per page: at most 5,000 characters each. */
const PAGE = 50;

/**
 * `GET /drafts`: the caller's own drafts, the last changed first. A ticket that the caller may no longer see is null
 * (docs/rules/drafts.md#private). Throws 403 ERR_NO_PERMISSION in support sessions.
 */
export function listDrafts({ tenant, actor }: UserCtx, before = Number.MAX_SAFE_INTEGER): DraftPage {
  if (!mayHaveDrafts(actor)) throw noPermission();
  const rows = queryAll(tenant.db, sql.page, { userId: actor.id, before, limit: PAGE + 1 });
  const drafts = rows.slice(0, PAGE).map(({ uuid, contactName, ...row }) => {
    const ticket = ticketById(tenant.db, row.ticketId);
    const isVisible = ticket !== undefined && canSee(actor, ticket);
    return { ...presentDraft(row), ticket: isVisible ? { uuid, contactName } : null };
  });
  return { drafts, hasMore: rows.length > PAGE };
}
