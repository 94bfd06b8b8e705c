import ipaddr from "ipaddr.js";

/** Origin of a request; forwarded headers count only from trusted proxies. */
export interface Caller {
  /** Address of the browser or program. */
  readonly ip: string;
  /** Whether the browser's own connection is TLS. */
  readonly https: boolean;
  /** Host header (name and port) of the browser; "" without one. */
  readonly host: string;
  /**
   * Another cell forwarded the request to this one, which must not do the same (docs/rules/cells.md#requests). Set by the
   * listener between cells only.
   */
  readonly isForwarded?: true;
}

export type FindCaller = (request: Request, peer: string) => Caller;

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Maximum number of cached addresses: comparing one with the trusted ranges takes as long as reading a row. */
const MOST_KNOWN = 1000;

/**
 * `trusted`: addresses or ranges of reverse proxies whose `X-Forwarded-*` headers are used. `endsTls`: this server
 * terminates TLS.
 */
export function createFindCaller(
  trusted: readonly string[],
  publicUrl: string | null,
  endsTls = false,
): FindCaller {
  const ranges = trusted.map(rangeOf);
  // Without `X-Forwarded-Proto`, only the configuration (`PUBLIC_URL`) determines whether a proxy terminates TLS.
  const behindTls = endsTls || (publicUrl?.startsWith("https:") ?? false);
  const known = new Map<string, boolean>();
  const isTrusted = (address: string): boolean => {
    if (ranges.length === 0) return false;
    let trusted = known.get(address);
    if (trusted === undefined) {
      trusted = within(address, ranges);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(address, trusted);
    }
    return trusted;
  };
  return (request, peer) => {
    const host = request.headers.get("host") ?? "";
    if (!isTrusted(peer)) return { ip: plain(peer), https: behindTls, host };
    const protocol = request.headers.get("x-forwarded-proto");
    return {
      ip: firstUntrusted(request.headers.get("x-forwarded-for"), isTrusted) ?? plain(peer),
      https: protocol === null ? behindTls : protocol === "https",
      host: request.headers.get("x-forwarded-host") ?? host,
    };
  };
}

/** The first address from the right that is not a trusted proxy; entries further left can be forged. */
function firstUntrusted(header: string | null, isTrusted: (address: string) => boolean): string | undefined {
  const hops = (header ?? "").split(",").map((hop) => hop.trim());
  for (const hop of hops.reverse()) {
    if (!ipaddr.isValid(hop)) return undefined;
    if (!isTrusted(hop)) return plain(hop);
  }
  return undefined;
}

function rangeOf(text: string): Range {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function within(address: string, ranges: readonly Range[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits));
}

/** Converts an IPv4 address that arrived through an IPv6 socket to its IPv4 form. */
const plain = (address: string): string =>
  address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;

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
