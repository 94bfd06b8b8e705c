import type { EngineConfig } from "#channels/connections/whatsapp/threads/protocol.ts";

/** Access of a session to media hosts: by its own proxy, or by HTTPS_PROXY and NO_PROXY. */
export interface Transfer {
  /** True when the network is the simulator, whose files may be on any host. */
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
  // For a session without a proxy the option `proxy` must be absent: an empty one would disable HTTPS_PROXY.
  const route = {
    ...(mediaProxy === null ? {} : { proxy: mediaProxy }),
    ...(mediaAuthority === null ? {} : { tls: { ca: mediaAuthority } }),
  };
  return { simulated: url !== null, fetch: (address, init) => fetch(address, { ...init, ...route }) };
}

/** The media host refused a file; status 404 or 410 means that it has deleted the file. */
export class TransferRefused extends Error {
  override readonly name = "TransferRefused";
  readonly status: number;

  constructor(status: number) {
    super(`the media host answered ${status}`);
    this.status = status;
  }
}
