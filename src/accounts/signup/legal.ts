import { execute, queryOne } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { LegalAnswer, LegalLanguage, LegalPage } from "./contract.ts";
import * as sql from "./signup.sql.ts";

/** Terms of use or privacy notice, public; `text` null when the provider wrote none. */
export function readLegal({ system }: Installation, page: LegalPage, language: LegalLanguage): LegalAnswer {
  const row = queryOne(system, sql.legalText, { page, language });
  const updatedAt = row ? new Date(row.updatedAt).toISOString() : null;
  return { page, language, text: row?.text ?? null, updatedAt };
}

/** Super users write a page; a blank text restores the product's own. Throws 403 ERR_NO_PERMISSION. */
export function writeLegal(
  { tenant, actor }: UserCtx,
  page: LegalPage,
  { language, text }: { readonly language: LegalLanguage; readonly text: string },
): LegalAnswer {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const { system, clock } = installation;
  tenant.writeSystem(() => {
    if (text.trim() === "") execute(system, sql.deleteLegalText, { page, language });
    else execute(system, sql.upsertLegalText, { page, language, text, now: clock.now() });
  });
  return readLegal(installation, page, language);
}
