import { MASK } from "#accounts/settings/index.ts";

/**
 * The address of an integration as a support session may see it: protocol and host. The rest often contains a token that
 * lets its reader write to the other system. Rule: docs/rules/security.md#support-secrets.
 */
export function maskedAddress(address: string): string {
  if (address === "") return "";
  const url = URL.parse(address);
  return url?.host ? `${url.protocol}//${url.host}/${MASK}` : MASK;
}

/** What was typed; the address before when its mask came back. */
export const unmaskedAddress = (typed: string, before: string): string =>
  before !== "" && (typed === maskedAddress(before) || typed === MASK) ? before : typed;

/** Addresses for answers (`links.callback`) contain a token that gives commands in the conversation of a customer. */
const CALLBACK = /(\/integrations\/callback\/)[^\s"'\\]+/g;

export const withoutCallbacks = (text: string): string => text.replace(CALLBACK, `$1${MASK}`);
