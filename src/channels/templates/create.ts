import { createGraph, requireConnection, textOf, withProviderErrors } from "#channels/connections/index.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type CreateTemplateBody, placesIn, type TemplateAnswer, type TemplateMedia } from "./contract.ts";

import { presentTemplate, templateByName } from "./queries.ts";

import { saveTemplate, type TemplateAccount, templateAccountOf } from "./sync.ts";

/** The sample file of a new template. */
export interface Sample {
  readonly media: TemplateMedia;
  /** Meta's handle of the upload. */
  readonly handle: string;
  /** Creates the row of the file; called once Meta has accepted the template. */
  readonly addFile: Parameters<typeof saveTemplate>[3];
}

/**
 * Submits a new template for review; it can be used once Meta approved it. For admins. Throws 404 ERR_NO_WAPP_FOUND,
 * 400 ERR_NOT_SUPPORTED, 400 ERR_VALIDATION (a parameter has no example), 400 ERR_PROVIDER_AUTH (Meta refused it).
 */
export async function createTemplate(
  { tenant }: UserCtx,
  connectionId: number,
  body: CreateTemplateBody,
): Promise<TemplateAnswer> {
  requireConnection(tenant.db, connectionId);
  const account = templateAccountOf(tenant, connectionId);
  checkBody(body);
  return submitTemplate(tenant, account, body, null);
}

/** Checks that the parameters are numbered from one and have an example each. Throws 400 ERR_VALIDATION. */
export function checkBody({ header, body, examples }: CreateTemplateBody): void {
  if (placesIn(header).length > 0) throw invalidFields({ header: "invalid" });
  const places = placesIn(body);
  // Meta numbers parameters from one.
  if (places.some((name, index) => name !== String(index + 1))) throw invalidFields({ body: "invalid" });
  if (examples.length !== places.length) throw invalidFields({ examples: "required" });
}

/** Creates the template at Meta and stores it. Throws 400 ERR_PROVIDER_AUTH. */
export async function submitTemplate(
  tenant: Tenant,
  { connectionId, businessId, token }: TemplateAccount,
  body: CreateTemplateBody,
  sample: Sample | null,
): Promise<TemplateAnswer> {
  const { name, language, category } = body;
  const components = componentsOf(body, sample);
  const answer = await withProviderErrors(() =>
    createGraph(tenant.installation).call({
      method: "POST",
      path: `${businessId}/message_templates`,
      token,
      body: { name, language, category, components },
    }),
  );
  tenant.write((unit) =>
    saveTemplate(
      unit,
      connectionId,
      {
        ...{ id: textOf(answer["id"]), name, language, components },
        category: textOf(answer["category"]) || category,
        status: textOf(answer["status"]) || "PENDING",
      },
      sample?.addFile,
    ),
  );
  const row = templateByName(tenant.db, connectionId, name, language);
  if (!row) throw new Error(`template ${name} was not stored`);
  return presentTemplate(tenant, row);
}

const componentsOf = (
  { header, body, footer, examples, buttons }: CreateTemplateBody,
  sample: Sample | null,
) => [
  ...(sample
    ? [
        {
          type: "HEADER",
          format: sample.media.toUpperCase(),
          example: { header_handle: [sample.handle] },
        },
      ]
    : header === ""
      ? []
      : [{ type: "HEADER", format: "TEXT", text: header }]),
  { type: "BODY", text: body, ...(examples.length > 0 && { example: { body_text: [examples] } }) },
  ...(footer === "" ? [] : [{ type: "FOOTER", text: footer }]),
  ...(buttons.length === 0
    ? []
    : [{ type: "BUTTONS", buttons: buttons.map((text) => ({ type: "QUICK_REPLY", text })) }]),
];
