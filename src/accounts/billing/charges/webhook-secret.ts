import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Installation } from "#tenants/installation.ts";

/** Secret in the webhook URL that authenticates a gateway; derived from the installation key, so it is not stored. */
export const webhookSecret = ({ secrets }: Installation, gateway: string): string =>
  secrets.sign("pix-webhook", gateway).slice(0, 48);

/** Whether the secret is right; compares in constant time. */
export function isWebhookSecret(installation: Installation, gateway: string, given: string): boolean {
  return equalSecrets(webhookSecret(installation, gateway), given);
}
