import { eq } from "drizzle-orm";
import { createGraph, requireConnection, withProviderErrors } from "#channels/connections/index.ts";
import { removeMediaFile } from "#channels/media/index.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TemplateList } from "./contract.ts";
import { presentTemplate, templateById, templatesOf } from "./queries.ts";
import { messageTemplate } from "./schema.ts";
import { syncTemplates, templateAccountOf } from "./sync.ts";

/** The templates of an official number as last read. Throws 404 ERR_NO_WAPP_FOUND. */
export function listTemplates({ tenant }: UserCtx, connectionId: number): TemplateList {
  requireConnection(tenant.db, connectionId);
  const rows = templatesOf(tenant.db, connectionId);
  const latest = Math.max(0, ...rows.map(({ syncedAt }) => syncedAt));
  return {
    templates: rows.map((row) => presentTemplate(tenant, row)),
    syncedAt: latest === 0 ? null : new Date(latest).toISOString(),
  };
}

/**
 * Reads the templates from Meta immediately. For admins. Throws 404 ERR_NO_WAPP_FOUND, 400 ERR_NOT_SUPPORTED, 400
 * ERR_PROVIDER_AUTH.
 */
export async function readTemplatesNow(ctx: UserCtx, connectionId: number): Promise<TemplateList> {
  requireConnection(ctx.tenant.db, connectionId);
  await withProviderErrors(() => syncTemplates(ctx.tenant, templateAccountOf(ctx.tenant, connectionId)));
  return listTemplates(ctx, connectionId);
}

/**
 * Deletes one language of a template at Meta, then here; messages planned with it fail when they are due. For admins.
 * Throws 404 ERR_NO_WAPP_FOUND, 404 ERR_NOT_FOUND, 400 ERR_NOT_SUPPORTED, 400 ERR_PROVIDER_AUTH.
 */
export async function deleteTemplate({ tenant }: UserCtx, connectionId: number, id: number): Promise<void> {
  requireConnection(tenant.db, connectionId);
  const row = templateById(tenant.db, connectionId, id);
  if (!row) throw notFound();
  const { businessId, token } = templateAccountOf(tenant, connectionId);
  const { name, providerId } = row;
  await withProviderErrors(() =>
    createGraph(tenant.installation).call({
      method: "DELETE",
      path: `${businessId}/message_templates`,
      token,
      query: { name, ...(providerId !== null && { hsm_id: providerId }) },
    }),
  );
  tenant.write((unit) => {
    const last = templateById(unit.db, connectionId, id);
    unit.db.delete(messageTemplate).where(eq(messageTemplate.id, id)).run();
    if (last && last.mediaId !== null) removeMediaFile(unit, last.mediaId);
  });
}
