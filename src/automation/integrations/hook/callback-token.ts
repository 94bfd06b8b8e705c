import { sessionOf } from "#automation/integrations/responder/sessions.ts";
import type { Session } from "#automation/integrations/schema.ts";
import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

const PURPOSE = "integration-callback";

/** The token of a conversation's callback address, signed by us; invalid once the conversation is over. */
export function callbackToken({ id, installation }: Tenant, { ticketId, nonce }: Session): string {
  const claim = `${id}.${ticketId}.${nonce}`;
  return `${claim}.${installation.secrets.sign(PURPOSE, claim)}`;
}

/** The conversation of a token; undefined when the token is forged or the conversation over. */
export function conversationOf(
  installation: Installation,
  token: string,
): { readonly tenant: Tenant; readonly session: Session } | undefined {
  const [companyId, ticketId, nonce, signature, ...rest] = token.split(".");
  const claim = `${companyId}.${ticketId}.${nonce}`;
  if (rest.length > 0 || !signature || !equalSecrets(installation.secrets.sign(PURPOSE, claim), signature))
    return;
  if (!installation.tenants.exists(Number(companyId))) return;
  const tenant = installation.tenants.open(Number(companyId));
  const session = sessionOf(tenant.db, Number(ticketId));
  return session && session.nonce === nonce ? { tenant, session } : undefined;
}
