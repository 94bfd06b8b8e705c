import { languageOf } from "#accounts/settings/index.ts";
import { openRestrictions, presentRestriction, requireConnection } from "#channels/connections/index.ts";
import { countHeld, isNewChatHeld } from "#inbox/messages/index.ts";
import { queryAll } from "#platform/db/query.ts";
import { defineTexts } from "#platform/i18n/define-texts.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import { newChatsLeft, ownBudget, readerOf } from "./budget.ts";
import type { ReachAnswer } from "./contract.ts";
import * as sql from "./health.sql.ts";
import { healthOf } from "./health.ts";
import en from "./locales/en.json";
import es from "./locales/es.json";
import pt from "./locales/pt.json";

/** The advice is written in the company's language. */
const textsIn = defineTexts("reachAdvice", { pt, en, es });

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

/** Returns the restrictions of a number and the rest of its budget. Throws 404 ERR_NO_WAPP_FOUND. */
export function reachOf({ tenant, actor }: UserCtx, connectionId: number): ReachAnswer {
  const { db } = tenant;
  requireConnection(db, connectionId);
  const forAdmin = isAdmin(actor);
  const restrictions = openRestrictions(db, connectionId).map((row) => presentRestriction(row, forAdmin));
  const common = { restrictions, holdsNewChats: isNewChatHeld(db, connectionId) };
  if (!forAdmin) return common;
  const reader = readerOf(tenant);
  const { limit, used, resetsAt, coming } = ownBudget(reader, connectionId);
  const { score, reasons } = healthOf(tenant, connectionId);
  const advice = textsIn(languageOf(tenant));
  return {
    ...common,
    held: countHeld(db, connectionId),
    quota: queryAll(db, sql.quotas, { connectionId, now: reader.now }).map((quota) => ({
      ...quota,
      startsAt: isoOrNull(quota.startsAt),
      endsAt: isoOrNull(quota.endsAt),
    })),
    own: { limit, used, resetsAt: iso(resetsAt), coming: [...coming] },
    left: newChatsLeft(reader, connectionId),
    health: {
      score,
      reasons: reasons.map((reason) => ({ ...reason, advice: advice(`advice.${reason.code}`) })),
    },
  };
}
