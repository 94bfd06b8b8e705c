import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { WebhookBody, WebhookMade } from "./contract.ts";
import { createIntegration } from "./crud/save.ts";
import { presentWebhook } from "./present.ts";
import { companyWebhooks } from "./queries.ts";

/** Webhooks of one company: each is told everything it asks for. */
const MAX_WEBHOOKS = 20;

/**
 * Admins make a webhook of the company; its secret is answered this once. Throws 400 ERR_VALIDATION (also when there
 * are too many), 400 ERR_URL_NOT_ALLOWED.
 */
export async function createWebhook(ctx: UserCtx, { name, url, events }: WebhookBody): Promise<WebhookMade> {
  if (companyWebhooks(ctx.tenant.db).length >= MAX_WEBHOOKS) throw invalidFields({ webhooks: "too_long" });
  const body = { type: "webhook", name, urlN8N: url, events } as const;
  const { row, secret = "" } = await createIntegration(ctx, body, true);
  return { ...presentWebhook(row, ctx.actor), secret };
}
