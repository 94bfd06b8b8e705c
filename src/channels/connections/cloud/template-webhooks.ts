import { TemplatesDecided } from "#channels/connections/events.ts";
import { metaAccountOf, routesOfBusiness } from "#channels/connections/meta/accounts.ts";
import { countDropped } from "#channels/connections/meta/dropped-webhooks.ts";
import { listOf, type Part, textOf } from "#channels/connections/meta/parts.ts";
import { findConnection } from "#channels/connections/queries.ts";
import type { Installation } from "#tenants/installation.ts";

/** Status, quality, content and category changes of templates. */
const FIELDS: readonly string[] = [
  "message_template_status_update",
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update",
];

/** Whether an entry of `whatsapp_business_account` is about templates. Pure. */
export const isAboutTemplates = (entry: Part): boolean =>
  listOf(entry["changes"]).some(({ field }) => FIELDS.includes(textOf(field)));

/**
 * Emits `TemplatesDecided` for every connected number of this business account. The content of the call is not used, the
 * templates are read again: a repeated, late or reordered call does no harm.
 */
export function emitTemplatesDecided(installation: Installation, businessId: string): void {
  let isKnown = false;
  for (const { companyId, connectionId } of routesOfBusiness(installation, businessId)) {
    const tenant = installation.tenants.open(companyId);
    if (metaAccountOf(tenant.db, connectionId)?.parentId !== businessId) continue;
    if (findConnection(tenant.db, connectionId)?.status !== "CONNECTED") continue;
    isKnown = true;
    tenant.write((unit) => unit.emit(TemplatesDecided, { connectionId }));
  }
  if (!isKnown) countDropped(installation, "unknown_id");
}
