import { invalidFields } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { WebhookBody, WebhookMade } from "./contract.ts";
import { createIntegration } from "./crud/save.ts";
import { presentWebhook } from "./present.ts";
import { companyWebhooks } from "./queries.ts";

/** Maximum number of webhooks of a company: each event is delivered to all of them. */
const MAX_WEBHOOKS = 20;

/**
 * Creates a webhook of the company; its secret is returned only here. For admins. Throws 400 ERR_VALIDATION (also for
 * too many webhooks), 400 ERR_URL_NOT_ALLOWED.
 */
export async function createWebhook(ctx: UserCtx, { name, url, events }: WebhookBody): Promise<WebhookMade> {
  if (companyWebhooks(ctx.tenant.db).length >= MAX_WEBHOOKS) throw invalidFields({ webhooks: "too_long" });
  const body = { type: "webhook", name, urlN8N: url, events } as const;
  const { row, secret = "" } = await createIntegration(ctx, body, true);
  return { ...presentWebhook(row, ctx.actor), secret };
}
