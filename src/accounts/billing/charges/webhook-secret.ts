import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Installation } from "#tenants/installation.ts";

/** What a gateway proves itself with; derived from the installation key, so it is stored nowhere. */
export const webhookSecret = ({ secrets }: Installation, gateway: string): string =>
  secrets.sign("pix-webhook", gateway).slice(0, 48);

/** Compares in constant time. */
export function isWebhookSecret(installation: Installation, gateway: string, given: string): boolean {
  return equalSecrets(webhookSecret(installation, gateway), given);
}
