import { checkVariables } from "#accounts/settings/index.ts";
import { requireConnection } from "#channels/connections/index.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import * as sql from "./consents.sql.ts";
import type { ConsentText, SaveConsentTextBody } from "./contract.ts";
import { consentTexts, currentText } from "./queries.ts";

/**
 * `PUT /consent-texts/{connectionId}`, for admins: a changed text creates a new version, an unchanged one does nothing.
 * Throws 403 ERR_NO_PERMISSION, 404 ERR_NO_WAPP_FOUND, 400 ERR_UNKNOWN_VARIABLE.
 */
export function saveConsentText(
  { tenant, actor }: UserCtx,
  connectionId: number,
  { text, tellAgain }: SaveConsentTextBody,
): ConsentText {
  tenant.write((unit) => {
    requireConnection(unit.db, connectionId);
    if (!isAdmin(actor)) throw noPermission();
    checkVariables(tenant, { text }, { also: ["privacylink"] });
    const before = currentText(unit.db, connectionId);
    if ((before?.body ?? "") === text && !tellAgain) return;
    execute(unit.db, sql.insertText, {
      connectionId,
      version: (before?.version ?? 0) + 1,
      body: text,
      tellsAgain: tellAgain ? 1 : 0,
      userId: actor.id,
      now: unit.now,
    });
  });
  const saved = consentTexts(tenant.db).find((each) => each.connectionId === connectionId);
  if (!saved) throw new Error("privacy notice not found after it was saved");
  return saved;
}
