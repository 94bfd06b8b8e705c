import { paymentNotConfigured } from "#accounts/billing/errors.ts";
import { chosenGateway, gatewayOf } from "#accounts/billing/gateways/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { webhookSecret } from "./webhook-secret.ts";

/**
 * Registers our webhook URL (`PUBLIC_URL`) at the chosen gateway; super users only (checked by the route).
 * Throws 400 ERR_PAYMENT_NOT_CONFIGURED (no gateway, no public address), 502 ERR_PAYMENT_GATEWAY.
 */
export async function setUpWebhook({ tenant }: UserCtx): Promise<void> {
  const { installation, company } = tenant;
  const { publicUrl } = installation.config;
  const name = chosenGateway(installation);
  if (name === null || publicUrl === null) throw paymentNotConfigured();
  await gatewayOf(installation, name).setUpWebhook({
    address: `${publicUrl}/webhooks/pix`,
    secret: webhookSecret(installation, name),
    email: company.email,
  });
}
