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
  /** Carries the proxy through Baileys' own downloads (history, app state) to `routeFetchByDispatcher`. */
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
 * Builds the way out through a proxy URL (http, https, socks5); throws on a URL it cannot use, or may not use because it
 * leads into a private network. Rule: docs/rules/security.md#outbound.
 */
export async function openRoute(proxyUrl: string | undefined, allowPrivate: boolean): Promise<Route> {
  if (!proxyUrl) return { agent: undefined, mediaProxy: null, blobOptions: {}, close: () => {} };
  const { protocol, hostname } = new URL(proxyUrl);
  if (!["http:", "https:", "socks:", "socks5:", "socks5h:"].includes(protocol))
    throw new Error(`no proxy of kind ${protocol}`);
  // The bridge checks each connection; this one tells at the start. A name server may be back at the next attempt.
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
 * Teaches this thread's `fetch`, with which Baileys gets history and app state, to take the proxy from the
 * dispatcher Baileys passes along, and to trust `authority` (PEM) when there is one. Baileys sets no time limit and holds
 * up all other messages meanwhile: a request without a signal of its own ends after `limitMs`.
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
