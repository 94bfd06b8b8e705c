import ipaddr from "ipaddr.js";

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address is public: not loopback, private, link-local, metadata, carrier-grade NAT, multicast or
 * reserved, also in forms that contain an IPv4 address in an IPv6 one.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  // `::7f00:1` is formally a unicast address, but loopback on some systems.
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_V6);
}
