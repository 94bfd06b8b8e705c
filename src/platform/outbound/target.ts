import { lookup } from "node:dns/promises";
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

/** IP addresses of a host name; rejects when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: "ipv4first" })).map(({ address }) => address);

/** Why an outbound request got no response. */
type Failure = "not_allowed" | "unresolved" | "unreachable" | "timeout" | "too_large" | "redirect";

/** The request failed; `message` is a short reason without secrets. */
export class OutboundFailed extends Error {
  override readonly name = "OutboundFailed";
  readonly reason: Failure;

  constructor(reason: Failure, detail = "") {
    super(detail === "" ? reason : `${reason}: ${detail}`);
    this.reason = reason;
  }
}

/** A resolved address that may be called; it is not resolved again. */
export interface Target {
  readonly url: URL;
  readonly address: string;
}

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

interface TargetOptions {
  readonly resolve: Resolve;
  readonly allowPrivate: boolean;
  /** `host:port` that may be inside a private network: the simulated servers of the demo. */
  readonly exempt?: readonly string[];
}

const hostPortOf = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;

/**
 * Resolves a URL typed by a user and checks it: http or https, no password in it, and all of its addresses public,
 * unless `allowPrivate` or its host and port are exempt. Throws OutboundFailed.
 */
export async function targetOf(
  text: string | URL,
  { resolve, allowPrivate, exempt = [] }: TargetOptions,
): Promise<Target> {
  const url = URL.parse(String(text));
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:") || url.username || url.password)
    throw new OutboundFailed("not_allowed");
  const isExempt = exempt.includes(hostPortOf(url));
  return { url, address: await addressOf(url.hostname, { resolve, allowPrivate: allowPrivate || isExempt }) };
}

/**
 * Resolves a host name typed by a user, for any protocol; returns the address to connect to. All of its addresses
 * must be public unless `allowPrivate`. Throws OutboundFailed (`not_allowed`, `unresolved`).
 */
export async function addressOf(
  hostname: string,
  { resolve = systemResolve, allowPrivate }: { readonly resolve?: Resolve; readonly allowPrivate: boolean },
): Promise<string> {
  const host = bare(hostname).replace(/\.$/, "");
  if (!allowPrivate && /(^|\.)localhost$/.test(host)) throw new OutboundFailed("not_allowed", host);
  const addresses = ipaddr.isValid(host) ? [host] : await resolved(host, resolve);
  const [address] = addresses;
  if (address === undefined) throw new OutboundFailed("unresolved", host);
  if (!allowPrivate && !addresses.every(isPublicAddress)) throw new OutboundFailed("not_allowed", host);
  return address;
}

async function resolved(host: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch {
    throw new OutboundFailed("unresolved", host);
  }
}
