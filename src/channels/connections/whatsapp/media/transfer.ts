import type { EngineConfig } from "#channels/connections/whatsapp/threads/protocol.ts";

/** How a session reaches media hosts: through its own proxy, or as HTTPS_PROXY and NO_PROXY say. */
export interface Transfer {
  /** The network is simulated: its files may be on any host. */
  readonly simulated: boolean;
  /** `fetch` with the session's proxy; NODE_EXTRA_CA_CERTS is honoured by the runtime. */
  fetch(url: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response>;
}

export const MEDIA_ORIGIN = "https://web.whatsapp.com";

/** `mediaProxy`: the session's proxy; null = the proxy of the environment. */
export function createTransfer(
  mediaProxy: string | null,
  { url, mediaAuthority }: Pick<EngineConfig, "url" | "mediaAuthority">,
): Transfer {
  // Without a proxy of its own the key must be absent: an empty one would switch HTTPS_PROXY off.
  const route = {
    ...(mediaProxy === null ? {} : { proxy: mediaProxy }),
    ...(mediaAuthority === null ? {} : { tls: { ca: mediaAuthority } }),
  };
  return { simulated: url !== null, fetch: (address, init) => fetch(address, { ...init, ...route }) };
}

/** The network refused a file; 404 and 410 mean that it is gone from the media host. */
export class TransferRefused extends Error {
  override readonly name = "TransferRefused";
  readonly status: number;

  constructor(status: number) {
    super(`the media host answered ${status}`);
    this.status = status;
  }
}
