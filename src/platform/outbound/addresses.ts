import ipaddr from "ipaddr.js";

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address belongs to the open internet: not loopback, private, link-local, metadata, carrier-grade NAT,
 * multicast or reserved, in none of the forms that hide a v4 address in a v6 one (quality, security 14).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  // `::7f00:1` is unicast to the letter, and loopback to some systems.
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_V6);
}
