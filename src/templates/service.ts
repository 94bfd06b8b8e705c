import { createGraph, GraphError, providerRefused, requireConnection, textOf } from "#connections/index.ts";
import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { type CreateTemplateBody, placesIn, type TemplateAnswer, type TemplateList } from "./contract.ts";
import { presentTemplate, templateByName, templatesOf } from "./queries.ts";
import { cloudPlace, keepTemplate, syncTemplates } from "./sync.ts";

/** The templates of an official number as last read. Throws 404 ERR_NO_WAPP_FOUND. */
export function listTemplates({ tenant }: UserCtx, connectionId: number): TemplateList {
  requireConnection(tenant.db, connectionId);
  const rows = templatesOf(tenant.db, connectionId);
  const latest = Math.max(0, ...rows.map(({ syncedAt }) => syncedAt));
  return {
    templates: rows.map(presentTemplate),
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
 * Hands a new template in for approval; it may be used once the network approved it. For admins. Throws
 * 404 ERR_NO_WAPP_FOUND, 400 ERR_NOT_SUPPORTED, 400 ERR_VALIDATION (an example per value is missing),
 * 400 ERR_PROVIDER_AUTH (the network said no).
 */
export async function createTemplate(
  { tenant }: UserCtx,
  connectionId: number,
  body: CreateTemplateBody,
): Promise<TemplateAnswer> {
  requireConnection(tenant.db, connectionId);
  const place = cloudPlace(tenant, connectionId);
  if (placesIn(body.header).length > 0) throw invalidFields({ header: "invalid" });
  const places = placesIn(body.body);
  // The network counts from one.
  if (places.some((name, index) => name !== String(index + 1))) throw invalidFields({ body: "invalid" });
  if (body.examples.length !== places.length) throw invalidFields({ examples: "required" });
  const { name, language, category } = body;
  const components = componentsOf(body);
  const answer = await asked(() =>
    createGraph(tenant.installation).call({
      method: "POST",
      path: `${place.businessId}/message_templates`,
      token: place.token,
      body: { name, language, category, components },
    }),
  );
  tenant.write((unit) =>
    keepTemplate(unit, connectionId, {
      ...{ id: textOf(answer["id"]), name, language, components },
      category: textOf(answer["category"]) || category,
      status: textOf(answer["status"]) || "PENDING",
    }),
  );
  const row = templateByName(tenant.db, connectionId, name, language);
  if (!row) throw new Error("a kept template is there");
  return presentTemplate(row);
}

const componentsOf = ({ header, body, footer, examples }: CreateTemplateBody) => [
  ...(header === "" ? [] : [{ type: "HEADER", format: "TEXT", text: header }]),
  { type: "BODY", text: body, ...(examples.length > 0 && { example: { body_text: [examples] } }) },
  ...(footer === "" ? [] : [{ type: "FOOTER", text: footer }]),
];

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GraphError) throw providerRefused(error.message);
    throw error;
  }
}
