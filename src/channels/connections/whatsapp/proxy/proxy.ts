import type { Agent } from "node:https";
import { HttpsProxyAgent } from "https-proxy-agent";
import { addressOf, OutboundFailed } from "#platform/outbound/target.ts";
import { startProxyBridge } from "./proxy-bridge.ts";

/** How a connection reaches the network. */
export interface Route {
  /** For the websocket; undefined = no proxy. */
  readonly agent: Agent | undefined;
  /** For media; null = HTTPS_PROXY and NO_PROXY apply. */
  readonly mediaProxy: string | null;
  /** Passes the proxy through Baileys' own downloads (history, app state) to `routeFetchByDispatcher`. */
  readonly blobOptions: RequestInit;
  /** Stops the bridge of this route. */
  close(): void;
}

/** Passed to Baileys as an undici dispatcher, which the runtime does not support. */
class ProxyDispatcher {
  readonly proxy: string;

  constructor(proxy: string) {
    this.proxy = proxy;
  }
}

/**
 * Opens the route through a proxy URL (http, https, socks5). Throws for an unusable URL and for a proxy inside a private
 * network (docs/rules/security.md#outbound).
 */
export async function openRoute(proxyUrl: string | undefined, allowPrivate: boolean): Promise<Route> {
  if (!proxyUrl) return { agent: undefined, mediaProxy: null, blobOptions: {}, close: () => {} };
  const { protocol, hostname } = new URL(proxyUrl);
  if (!["http:", "https:", "socks:", "socks5:", "socks5h:"].includes(protocol))
    throw new Error(`no proxy of kind ${protocol}`);
  // The bridge checks each connection; this check reports the error at the start. An unresolved name is not an error
  // yet: the name server may answer at the next attempt.
  await addressOf(hostname, { allowPrivate }).catch((error: unknown) => {
    if (!(error instanceof OutboundFailed) || error.reason !== "unresolved") throw error;
  });
  const bridge = await startProxyBridge(proxyUrl, allowPrivate);
  return through(bridge.url, bridge.close);
}

function through(proxy: string, close: () => void): Route {
  const blobOptions: RequestInit & { readonly dispatcher: ProxyDispatcher } = {
    dispatcher: new ProxyDispatcher(proxy),
  };
  return { agent: new HttpsProxyAgent(proxy), mediaProxy: proxy, blobOptions, close };
}

/**
 * Replaces this thread's `fetch`, by which Baileys downloads history and app state: it uses the proxy of the dispatcher that
 * Baileys passes, and trusts `authority` (PEM) when there is one. Baileys sets no time limit and handles no other message
 * meanwhile, so a request without its own signal ends after `limitMs`.
 */
export function routeFetchByDispatcher(authority: string | null, limitMs: number): void {
  const trust = authority === null ? {} : { tls: { ca: authority } };
  const direct = globalThis.fetch;
  const routed = (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const dispatcher = init && "dispatcher" in init ? init.dispatcher : undefined;
    const route = dispatcher instanceof ProxyDispatcher ? { proxy: dispatcher.proxy } : {};
    const limit = init?.signal ? {} : { signal: AbortSignal.timeout(limitMs) };
    return direct(input, { ...trust, ...limit, ...init, ...route });
  };
  globalThis.fetch = Object.assign(routed, { preconnect: direct.preconnect });
}
