/** How a session reaches media hosts: through its own proxy, or as HTTPS_PROXY and NO_PROXY say. */
export interface Transfer {
  /** `fetch` with the session's proxy; NODE_EXTRA_CA_CERTS is honoured by the runtime. */
  fetch(url: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response>;
}

export const MEDIA_ORIGIN = "https://web.whatsapp.com";

export function createTransfer(proxyUrl: string | null, authority: string | null): Transfer {
  // Without a proxy of its own the key must be absent: an empty one would switch HTTPS_PROXY off.
  const route = {
    ...(proxyUrl === null ? {} : { proxy: proxyUrl }),
    ...(authority === null ? {} : { tls: { ca: authority } }),
  };
  return { fetch: (url, init) => fetch(url, { ...init, ...route }) };
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
