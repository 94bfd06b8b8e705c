import { MASK } from "#accounts/settings/index.ts";
import type { UpdateConnectionBody } from "#channels/connections/contract.ts";
import { AppError } from "#platform/errors.ts";
import { OutboundPort } from "#platform/outbound/client.ts";
import type { UserCtx } from "#tenants/tenant.ts";

const PROTOCOLS = new Set(["http:", "https:", "socks:", "socks5:", "socks5h:"]);

const notAllowed = () => new AppError(400, "ERR_URL_NOT_ALLOWED");

function parsed(text: string): URL {
  const url = URL.parse(text);
  if (!url || !PROTOCOLS.has(url.protocol) || url.hostname === "") throw notAllowed();
  return url;
}

/** Returns the proxy address to store. Throws 400 ERR_URL_NOT_ALLOWED when it is not a proxy address. */
export function checkProxyUrl(text: string): string {
  parsed(text);
  return text;
}

/**
 * Checks the host of a proxy before it is saved; a host that does not resolve now may be saved, and fails when it is
 * used. Rule: docs/rules/security.md#outbound. Throws 400 ERR_URL_NOT_ALLOWED.
 */
export async function checkProxyHost(
  { tenant }: Pick<UserCtx, "tenant">,
  { proxyUrl }: Pick<UpdateConnectionBody, "proxyUrl">,
): Promise<void> {
  const text = proxyUrl?.trim() ?? "";
  if (text === "" || text === MASK) return;
  await tenant.installation.ports.use(OutboundPort).checkHost(parsed(text).hostname);
}
