import { createGraph, requireConnection, textOf } from "#channels/connections/index.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type CreateTemplateBody, placesIn, type TemplateAnswer, type TemplateMedia } from "./contract.ts";
import type { CloudPlace } from "./place.ts";
import { presentTemplate, templateByName } from "./queries.ts";
import { asked } from "./service.ts";
import { cloudPlace, keepTemplate } from "./sync.ts";

/** A file at the head of a new template, as the network knows it and as it lies here. */
export interface Sample {
  readonly media: TemplateMedia;
  /** Of the upload. */
  readonly handle: string;
  /** Makes its row; called once the network took the template. */
  readonly keep: Parameters<typeof keepTemplate>[3];
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
  checkBody(body);
  return handIn(tenant, place, body, null);
}

/** The values of a new template are numbered from one, each has an example. Throws 400 ERR_VALIDATION. */
export function checkBody({ header, body, examples }: CreateTemplateBody): void {
  if (placesIn(header).length > 0) throw invalidFields({ header: "invalid" });
  const places = placesIn(body);
  // The network counts from one.
  if (places.some((name, index) => name !== String(index + 1))) throw invalidFields({ body: "invalid" });
  if (examples.length !== places.length) throw invalidFields({ examples: "required" });
}

/** Creates it at the network, and stores it as it answers. Throws 400 ERR_PROVIDER_AUTH. */
export async function handIn(
  tenant: Tenant,
  { connectionId, businessId, token }: CloudPlace,
  body: CreateTemplateBody,
  sample: Sample | null,
): Promise<TemplateAnswer> {
  const { name, language, category } = body;
  const components = componentsOf(body, sample);
  const answer = await asked(() =>
    createGraph(tenant.installation).call({
      method: "POST",
      path: `${businessId}/message_templates`,
      token,
      body: { name, language, category, components },
    }),
  );
  tenant.write((unit) =>
    keepTemplate(
      unit,
      connectionId,
      {
        ...{ id: textOf(answer["id"]), name, language, components },
        category: textOf(answer["category"]) || category,
        status: textOf(answer["status"]) || "PENDING",
      },
      sample?.keep,
    ),
  );
  const row = templateByName(tenant.db, connectionId, name, language);
  if (!row) throw new Error("a kept template is there");
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
