import { MASK } from "#accounts/settings/index.ts";

/**
 * The address of an integration as answers and events show it: protocol and host. The rest often contains a token
 * with write access to the other system; an address without a rest is shown. Rule:
 * docs/rules/security.md#masked-addresses.
 */
export function maskedAddress(address: string): string {
  if (address === "") return "";
  const url = URL.parse(address);
  if (url?.host && [`${url.origin}/`, url.origin].includes(address)) return address;
  return url?.host ? `${url.protocol}//${url.host}/${MASK}` : MASK;
}

/** The typed address; a masked one keeps the stored address. */
export const unmaskedAddress = (typed: string, before: string): string =>
  before !== "" && (typed === maskedAddress(before) || typed === MASK) ? before : typed;

/** Whether a typed address contains the mask, which must not be stored as part of the address. */
export const hasMask = (address: string): boolean => address.includes(MASK);

/** Callback addresses (`links.callback`) contain a token that can send commands to a conversation. */
const CALLBACK = /(\/integrations\/callback\/)[^\s"'\\]+/g;

export const withoutCallbacks = (text: string): string => text.replace(CALLBACK, `$1${MASK}`);
