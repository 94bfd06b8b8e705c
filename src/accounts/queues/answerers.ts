import type { Db } from "#platform/db/database.ts";
import { invalidFields, notFound } from "#platform/errors.ts";
import { definePort, type Port, type Ports } from "#platform/ports.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

/** Whether the company has an integration, prompt or tag with this id. */
export type Exists = (db: Db, id: number) => boolean;

/** Whether an integration or a prompt exists, which a queue may use as responder; implemented by their features. */
export const IntegrationExistsPort = definePort<Exists>("integration-exists");
/** Whether a tag exists; implemented by the tags feature. */
export const TagExistsPort = definePort<Exists>("tag-exists");
export const PromptExistsPort = definePort<Exists>("prompt-exists");

/** Whether an integration has all the settings that it needs to answer. */
export const IntegrationReadyPort = definePort<(tenant: Tenant, id: number) => boolean>("integration-ready");

/**
 * Default implementations that know no integration and no prompt. The features of integrations and prompts replace
 * them.
 */
export function plugNoAnswerers(ports: Ports): void {
  ports.plug(IntegrationExistsPort, () => false);
  ports.plug(PromptExistsPort, () => false);
  ports.plug(IntegrationReadyPort, () => true);
}

/**
 * Throws 404 ERR_NOT_FOUND for an integration or prompt that the company does not have, 400 ERR_VALIDATION for a
 * billing bot whose credentials are missing (docs/rules/integrations.md#billing-look-ups).
 */
export function checkAnswerers(
  { db, tenant }: TenantUnit,
  named: {
    readonly integrationId?: number | null | undefined;
    readonly promptId?: number | null | undefined;
  },
): void {
  const { ports } = tenant.installation;
  // The port is used only for a set id, because the demo fills companies before any feature is wired.
  const check = (port: Port<Exists>, id: number | null | undefined) => {
    if (id && !ports.use(port)(db, id)) throw notFound();
  };
  check(IntegrationExistsPort, named.integrationId);
  if (named.integrationId && !ports.use(IntegrationReadyPort)(tenant, named.integrationId))
    throw invalidFields({ integrationId: "invalid" });
  check(PromptExistsPort, named.promptId);
}
