import type { WebSocketHandler } from "bun";

/** The port cannot be opened: another program uses it, or this user has no permission. */
export class PortInUse extends Error {
  override readonly name = "PortInUse";
}

/** Seconds without a byte after which a connection is closed; a pairing or a log-out of the phone may take 10. */
const IDLE_SECONDS = 60;
/** Maximum request body: 10 files of 100 MB, which are streamed; JSON has its own limit. */
const MAX_BODY_BYTES = 1_100 * 1024 * 1024;

/** A certificate with its chain, and its key; both PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

export interface Listening<Data> {
  readonly port: number;
  readonly host: string;
  readonly fetch: (
    request: Request,
    server: Bun.Server<Data>,
  ) => Response | Promise<Response | undefined> | undefined;
  readonly websocket: WebSocketHandler<Data>;
}

/** Clients must have a certificate of one of these authorities (PEM). */
export interface ClientCheck {
  readonly ca: readonly string[];
}

/**
 * Opens the port (0 = a free one), with TLS when `tls` is set. `shared`: another server of this process may use the
 * port as well. Throws PortInUse.
 */
export function listen<Data>(
  options: Listening<Data> & { readonly tls?: KeyPair & Partial<ClientCheck>; readonly shared?: boolean },
): Bun.Server<Data> {
  const { port, host, fetch, websocket, tls, shared = false } = options;
  try {
    return Bun.serve({
      port,
      hostname: host,
      reusePort: shared,
      ...(tls && { tls: tls.ca ? { ...tls, requestCert: true, rejectUnauthorized: true } : tls }),
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch,
      websocket,
    } as Bun.Serve.Options<Data>);
  } catch (error) {
    if ((error as { code?: unknown }).code === "EADDRINUSE")
      throw new PortInUse(`port ${port} is in use; stop what listens there, or set PORT to another one`);
    if ((error as { code?: unknown }).code === "EACCES")
      throw new PortInUse(
        `port ${port} is for root alone; in the unit: AmbientCapabilities=CAP_NET_BIND_SERVICE, or take a port from 1024 on`,
      );
    if ((error as { code?: unknown }).code === "EADDRNOTAVAIL")
      throw new PortInUse(`this machine has no address ${host}: set HOST to one of its own, or to 0.0.0.0`);
    throw error;
  }
}
