import { createGraph, GraphError, providerRefused, requireConnection } from "#channels/connections/index.ts";
import { removeMediaFile } from "#channels/media/index.ts";
import { run } from "#platform/db/database.ts";
import { notFound } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TemplateList } from "./contract.ts";
import { presentTemplate, templateById, templatesOf } from "./queries.ts";
import { cloudPlace, syncTemplates } from "./sync.ts";

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

/** Reads them from the provider now. For admins. Throws 404 ERR_NO_WAPP_FOUND, 400 ERR_NOT_SUPPORTED, 400 ERR_PROVIDER_AUTH. */
export async function readTemplatesNow(ctx: UserCtx, connectionId: number): Promise<TemplateList> {
  requireConnection(ctx.tenant.db, connectionId);
  await asked(() => syncTemplates(ctx.tenant, cloudPlace(ctx.tenant, connectionId)));
  return listTemplates(ctx, connectionId);
}

/**
 * Deletes one language of a template at the network, then here; what is planned with it says so when its time comes.
 * For admins. Throws 404 ERR_NO_WAPP_FOUND, 404 ERR_NOT_FOUND, 400 ERR_NOT_SUPPORTED, 400 ERR_PROVIDER_AUTH.
 */
export async function deleteTemplate({ tenant }: UserCtx, connectionId: number, id: number): Promise<void> {
  requireConnection(tenant.db, connectionId);
  const row = templateById(tenant.db, connectionId, id);
  if (!row) throw notFound();
  const { businessId, token } = cloudPlace(tenant, connectionId);
  const { name, providerId } = row;
  await asked(() =>
    createGraph(tenant.installation).call({
      method: "DELETE",
      path: `${businessId}/message_templates`,
      token,
      query: { name, ...(providerId !== null && { hsm_id: providerId }) },
    }),
  );
  tenant.write((unit) => {
    const last = templateById(unit.db, connectionId, id);
    run(unit.db, "DELETE FROM message_template WHERE id = ?", id);
    if (last && last.mediaId !== null) removeMediaFile(unit, last.mediaId);
  });
}

/** What the network refuses is said to whoever asked. Throws 400 ERR_PROVIDER_AUTH. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphError) throw providerRefused(error.message);
    throw error;
  }
}
