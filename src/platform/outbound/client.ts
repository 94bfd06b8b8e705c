import ipaddr from "ipaddr.js";
import { throughDoor } from "#platform/db/durability/doors.ts";
import { AppError } from "#platform/errors.ts";
import { definePort } from "#platform/ports.ts";
import { addressOf, OutboundFailed, type Resolve, systemResolve, type Target, targetOf } from "./target.ts";

export interface OutboundRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData | undefined;
  /** From the DNS look-up to the last byte, ms; default 15 s. */
  readonly limitMs?: number;
  /** Largest response, bytes; default 1 MB. */
  readonly limitBytes?: number;
  /** A larger response is cut at the limit instead of failing. */
  readonly cutsAtLimit?: true;
  /** Redirects may lead to any host over https. Only for requests without secrets; each host is checked. */
  readonly crossesHosts?: true;
  /** Addresses in private networks are refused even when the operator allows them. */
  readonly publicOnly?: true;
}

export interface OutboundAnswer {
  /** The address that answered, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly text: string;
}

/**
 * The only HTTP client for addresses typed by companies (docs/rules/general.md#outbound-requests): http and https,
 * resolved once and called at exactly that address, never in a private network, limited in time and size, redirected
 * only within the same host unless the request has no secrets.
 */
export interface Outbound {
  /** Sends a request; responses of any status are returned. Throws OutboundFailed. */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
  /**
   * Checks an address before it is saved. Throws 400 ERR_URL_NOT_ALLOWED for an address that may not be called. An address that
   * does not resolve now may be saved, and fails when it is used.
   */
  check(url: string): Promise<void>;
  /** As `check`, for the host of a URL that is not http (a proxy): only the resolved address is checked. */
  checkHost(hostname: string): Promise<void>;
}
export const OutboundPort = definePort<Outbound>("outbound");

export interface OutboundOptions {
  /** `ALLOW_PRIVATE_URLS`: addresses inside private networks may be called. */
  readonly allowPrivate: boolean;
  /** `SIMULATED_HOSTS`: `host:port` that may be called although private. */
  readonly exempt?: readonly string[];
  readonly resolve?: Resolve;
  /** The only trusted certificate authority (tests). */
  readonly ca?: string;
  /** Upper bound of all time limits, ms (tests). */
  readonly longestMs?: number;
}

const LIMIT_MS = 15_000;
const LIMIT_BYTES = 1_048_576;
const REDIRECTS = 3;
/** Redirects that repeat the method and body; the others change it to GET. */
const REPEATING = [307, 308];
const MOVED = [301, 302, 303, ...REPEATING];

export function createOutbound(options: OutboundOptions): Outbound {
  const {
    allowPrivate,
    exempt = [],
    resolve = systemResolve,
    longestMs = Number.POSITIVE_INFINITY,
  } = options;
  const find = (url: string | URL, publicOnly = false) =>
    targetOf(url, { allowPrivate: allowPrivate && !publicOnly, exempt, resolve });
  return {
    async request(request) {
      const signal = AbortSignal.timeout(Math.min(request.limitMs ?? LIMIT_MS, longestMs));
      try {
        return await follow(request, signal, (url) => find(url, request.publicOnly), options.ca);
      } catch (error) {
        if (error instanceof OutboundFailed) throw error;
        if (signal.aborted) throw new OutboundFailed("timeout");
        throw new OutboundFailed("unreachable", codeOf(error));
      }
    },
    check: (url) => allowed(() => find(url)),
    checkHost: (hostname) => allowed(() => addressOf(hostname, { allowPrivate, resolve })),
  };
}

async function allowed(look: () => Promise<unknown>): Promise<void> {
  try {
    await look();
  } catch (error) {
    if (error instanceof OutboundFailed && error.reason === "unresolved") return;
    throw new AppError(400, "ERR_URL_NOT_ALLOWED");
  }
}

async function follow(
  request: OutboundRequest,
  signal: AbortSignal,
  find: (url: string | URL) => Promise<Target>,
  ca: string | undefined,
): Promise<OutboundAnswer> {
  let target = await inTime(find(request.url), signal);
  for (let hops = 0; ; hops += 1) {
    const response = await call(request, target, signal, ca);
    if (!MOVED.includes(response.status)) return read(response, target.url, request);
    await response.body?.cancel();
    const next = URL.parse(response.headers.get("location") ?? "", target.url);
    const repeats = request.method === "GET" || REPEATING.includes(response.status);
    if (!next || !repeats || hops >= REDIRECTS) throw new OutboundFailed("redirect");
    // Checked before the host is compared: a forbidden target is worth a log entry.
    const found = await inTime(find(next), signal);
    const isFree = request.crossesHosts === true && next.protocol === "https:";
    if (!isFree && !isSamePlace(next, target.url)) throw new OutboundFailed("redirect", "another host");
    target = found;
  }
}

/** Whether a redirect stays on the host; it may change from http to https, not back. */
const isSamePlace = (next: URL, before: URL): boolean =>
  next.hostname === before.hostname && (next.protocol === before.protocol || next.protocol === "https:");

function call(
  { method, headers = {}, body }: OutboundRequest,
  { url, address }: Target,
  signal: AbortSignal,
  ca: string | undefined,
): Promise<Response> {
  const pinned = new URL(url);
  pinned.hostname = address.includes(":") ? `[${address}]` : address;
  const isName = !ipaddr.isValid(url.hostname.replace(/^\[(.*)\]$/, "$1"));
  const tls = { ...(isName && { serverName: url.hostname }), ...(ca !== undefined && { ca }) };
  const init = {
    method,
    headers: { "user-agent": "Balcao", "accept-encoding": "identity", ...headers, host: url.host },
    redirect: "manual",
    signal,
    // A pooled connection would be shared by other host names at the same address.
    keepalive: false,
    decompress: false,
    tls,
    ...(body !== undefined && { body }),
  } as const;
  return throughDoor("outbound", () => fetch(pinned, init));
}

async function read(
  response: Response,
  { href }: URL,
  { limitBytes = LIMIT_BYTES, cutsAtLimit }: OutboundRequest,
): Promise<OutboundAnswer> {
  const { status, headers } = response;
  const bytes = await readLimited(response, limitBytes, cutsAtLimit === true);
  return { url: href, status, headers, bytes, text: new TextDecoder().decode(bytes) };
}

/** A name server that hangs must not outlive the time limit. */
const inTime = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, refuse) => {
      signal.addEventListener("abort", () => refuse(new OutboundFailed("timeout")), { once: true });
    }),
  ]);

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
};

/** Reads the whole body; aborts or cuts it as soon as it is too large. Throws OutboundFailed. */
async function readLimited(
  response: Response,
  limitBytes: number,
  cuts: boolean,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(response.headers.get("content-length") ?? 0);
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = announced > limitBytes && !cuts ? announced : 0;
  while (size <= limitBytes) {
    const { done, value } = await reader.read();
    if (done) return joined(parts, size);
    parts.push(value);
    size += value.length;
  }
  await reader.cancel();
  if (cuts) return joined(parts, size).subarray(0, limitBytes);
  throw new OutboundFailed("too_large");
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
