import { one, run } from "#platform/db/database.ts";
import { noPermission } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { LegalAnswer, LegalLanguage, LegalPage } from "./contract.ts";

const READ = "SELECT text, updated_at AS updatedAt FROM legal_text WHERE page = ? AND language = ?";
const UPSERT = `INSERT INTO legal_text (page, language, text, updated_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (page, language) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at`;
const DELETE = "DELETE FROM legal_text WHERE page = ? AND language = ?";

/** Terms of use or privacy notice, for everybody; `text` null where the provider wrote none. */
export function readLegal({ system }: Installation, page: LegalPage, language: LegalLanguage): LegalAnswer {
  const row = one<{ text: string; updatedAt: number }>(system, READ, page, language);
  const updatedAt = row ? new Date(row.updatedAt).toISOString() : null;
  return { page, language, text: row?.text ?? null, updatedAt };
}

/** Super users write it; a blank text goes back to the product's own. Throws 403 ERR_NO_PERMISSION. */
export function writeLegal(
  { tenant, actor }: UserCtx,
  page: LegalPage,
  { language, text }: { readonly language: LegalLanguage; readonly text: string },
): LegalAnswer {
  if (!actor.super) throw noPermission();
  const { installation } = tenant;
  const { system, clock } = installation;
  tenant.writeSystem(() => {
    if (text.trim() === "") run(system, DELETE, page, language);
    else run(system, UPSERT, page, language, text, clock.now());
  });
  return readLegal(installation, page, language);
}
