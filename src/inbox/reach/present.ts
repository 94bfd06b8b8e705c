import { openRestrictions, presentRestriction, requireConnection } from "#channels/connections/index.ts";
import { countHeld, isNewChatHeld } from "#inbox/messages/index.ts";
import { queryAll } from "#platform/db/query.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import { newChatsLeft, ownBudget, readerOf } from "./budget.ts";
import type { ReachAnswer } from "./contract.ts";
import * as sql from "./health.sql.ts";
import { healthOf } from "./health.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

/** What restricts a number, and what is left of its budget. Throws 404 ERR_NO_WAPP_FOUND. */
export function reachOf({ tenant, actor }: UserCtx, connectionId: number): ReachAnswer {
  const { db } = tenant;
  requireConnection(db, connectionId);
  const forAdmin = isAdmin(actor);
  const restrictions = openRestrictions(db, connectionId).map((row) => presentRestriction(row, forAdmin));
  const common = { restrictions, holdsNewChats: isNewChatHeld(db, connectionId) };
  if (!forAdmin) return common;
  const reader = readerOf(tenant);
  const { limit, used, resetsAt } = ownBudget(reader, connectionId);
  const { score, reasons } = healthOf(tenant, connectionId);
  return {
    ...common,
    held: countHeld(db, connectionId),
    quota: queryAll(db, sql.quotas, { connectionId }).map((quota) => ({
      ...quota,
      startsAt: isoOrNull(quota.startsAt),
      endsAt: isoOrNull(quota.endsAt),
    })),
    own: { limit, used, resetsAt: iso(resetsAt) },
    left: newChatsLeft(reader, connectionId),
    health: { score, reasons: [...reasons] },
  };
}
