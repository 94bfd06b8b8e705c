import { MASK } from "#accounts/settings/index.ts";

/**
 * The address of an integration for support sessions: protocol and host. The rest often contains a token with write
 * access to the other system. Rule: docs/rules/security.md#support-secrets.
 */
export function maskedAddress(address: string): string {
  if (address === "") return "";
  const url = URL.parse(address);
  return url?.host ? `${url.protocol}//${url.host}/${MASK}` : MASK;
}

/** The typed address; a masked one keeps the stored address. */
export const unmaskedAddress = (typed: string, before: string): string =>
  before !== "" && (typed === maskedAddress(before) || typed === MASK) ? before : typed;

/** Callback addresses (`links.callback`) contain a token that can send commands to a conversation. */
const CALLBACK = /(\/integrations\/callback\/)[^\s"'\\]+/g;

export const withoutCallbacks = (text: string): string => text.replace(CALLBACK, `$1${MASK}`);
