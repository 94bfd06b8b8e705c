import { securityHeaders } from "#platform/http/security-headers.ts";
import { healthAnswer } from "./health.ts";
import { type KeyPair, type Listening, listen } from "./listen.ts";
import { pathOf, rejectMalformed } from "./request-validation.ts";

export interface OpenPort {
  /** Number of requests in progress. */
  pending(): number;
  /** Stops accepting; resolves when no request is in flight. `now`: aborts those in flight. */
  stop(now?: boolean): Promise<void>;
}

/** The ports browsers connect to. */
export interface NetworkListeners extends OpenPort {
  /** The port browsers use. */
  readonly port: number;
  /** The port that only redirects to HTTPS; null when this server does not terminate TLS. */
  readonly plainPort: number | null;
  /** Uses this certificate for new connections; open sockets and responses continue under the old one. */
  present(pair: KeyPair): void;
}

export interface TlsOptions {
  /** The certificate; null = none yet, so only the plain port is open. */
  readonly pair: KeyPair | null;
  readonly plainPort: number;
  /** Target of the redirect from the plain port; without it, the requested host. */
  readonly publicUrl: string | null;
  /** Response to the ACME challenge at this path. */
  readonly challenge: (path: string) => string | null;
  readonly ready: () => Response;
}

/** Opens the port and, with `tls`, the plain one. Throws PortInUse before anything is open. */
export function openListeners<Data>(options: Listening<Data>, tls: TlsOptions | null): NetworkListeners {
  if (tls === null) return singleListener(options);
  let { port } = options;
  // Two programs of one user can share a port (SO_REUSEPORT): fail when another program already listens on it.
  const probe = listen(options);
  port = probe.port ?? port;
  probe.stop(true);
  const plain = startRedirectServer({ ...tls, port: tls.plainPort, host: options.host, tlsPort: port });
  let current: Bun.Server<Data> | null = null;
  const old = new Set<Bun.Server<Data>>();
  const present = (pair: KeyPair) => {
    const next = listen({ ...options, port, tls: pair, shared: true });
    const last = current;
    current = next;
    if (last === null) return;
    old.add(last);
    void last.stop().then(() => old.delete(last));
  };
  if (tls.pair) present(tls.pair);
  const all = () => [plain, ...(current ? [current] : []), ...old];
  return {
    port,
    plainPort: plain.port ?? tls.plainPort,
    pending: () => all().reduce((sum, server) => sum + server.pendingRequests, 0),
    present,
    stop: async (now) => void (await Promise.all(all().map((server) => server.stop(now)))),
  };
}

/** The requests of both count, and both stop together. */
export const joinPorts = (listeners: NetworkListeners, other: OpenPort): NetworkListeners => ({
  ...listeners,
  pending: () => listeners.pending() + other.pending(),
  stop: async (now) => void (await Promise.all([listeners.stop(now), other.stop(now)])),
});

function singleListener<Data>(options: Listening<Data>): NetworkListeners {
  const server = listen(options);
  return {
    port: server.port ?? options.port,
    plainPort: null,
    pending: () => server.pendingRequests,
    present() {},
    stop: (now) => server.stop(now),
  };
}

interface RedirectServerOptions {
  readonly port: number;
  readonly host: string;
  readonly tlsPort: number;
  readonly publicUrl: string | null;
  readonly challenge: (path: string) => string | null;
  readonly ready: () => Response;
}

/** The port without TLS: answers ACME challenges and health checks, and redirects every other request to HTTPS. */
function startRedirectServer(door: RedirectServerOptions): Bun.Server<undefined> {
  return listen<undefined>({
    port: door.port,
    host: door.host,
    websocket: { message() {} },
    fetch(request) {
      const path = pathOf(request.url);
      if (path === "/healthz") return healthAnswer();
      if (path === "/readyz") return door.ready();
      const refused = rejectMalformed(request);
      if (refused) return refused;
      const proof = door.challenge(path);
      const headers = securityHeaders("api", false);
      if (proof !== null)
        return new Response(proof, { headers: { ...headers, "content-type": "text/plain" } });
      const { pathname, search } = new URL(request.url);
      const location = `${door.publicUrl ?? originOf(request, door.tlsPort)}${pathname}${search}`;
      return new Response(null, { status: 308, headers: { ...headers, location } });
    },
  });
}

function originOf(request: Request, port: number): string {
  const { hostname } = new URL(request.url);
  return `https://${hostname}${port === 443 ? "" : `:${port}`}`;
}
