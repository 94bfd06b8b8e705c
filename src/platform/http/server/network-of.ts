import ipaddr from "ipaddr.js";

/**
 * What limits per address count by: an IPv4 address, or the first 64 bits of an IPv6 address. A provider gives each
 * customer a whole /64, so single IPv6 addresses are free for an attacker (docs/rules/limits.md#addresses).
 */
export function networkOf(address: string): string {
  if (!address.includes(":") || !ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
